import type { DynamoDBStreamEvent, SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { itemOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import { pendingEntries } from "../../support/core/outbox.ts";
import { WebhookReceiver } from "../../support/journeys/receiver.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { invocation } from "../../support/runner/lambdas.ts";
import { goodDebit, Payer } from "../../support/settlement/payer.ts";

const deployed = new DeployedSandbox({ HOLD: "true" });
let owner: Owner;
let receiver: WebhookReceiver;
/** Every working token that somebody was told, by what told it. */
const told = new Map<string, string>();

async function call(id: string, params: Record<string, string> = {}, body?: unknown, key = "") {
  const headers: Record<string, string> = key === "" ? {} : { "idempotency-key": key };
  const { text } = await deployed.call(id, owner.apiKey, params, body, headers);
  return JSON.parse(text);
}

function tokenOf(url: unknown): string {
  return /\/([\w-]{43})$/.exec(String(url))?.[1] ?? "";
}

/** What the stream and the queues bring to Lambdas that no request reaches. */
async function followUp(): Promise<void> {
  const { handler: dispatch } = await import("../../../functions/events/outbox.ts");
  const { handler: sendWebhook } = await import("../../../functions/events/send-webhook.ts");
  const { handler: sendMail } = await import("../../../functions/events/send-mail.ts");
  const pending = pendingEntries(deployed.aws.store.rows());
  const Records = pending.map((row) => ({ eventName: "INSERT", dynamodb: { NewImage: itemOf(row) } }));
  await dispatch({ Records } as unknown as DynamoDBStreamEvent, invocation);
  const queued = [...new Set(deployed.aws.queued)].map((body, at) => ({ messageId: `m${at}`, body }));
  for (const send of [sendWebhook, sendMail]) await send({ Records: queued } as unknown as SQSEvent, invocation);
}

/** All that is at rest: rows of both tables, messages, files and log lines. Letters that are kept stand for a mailbox. */
function atRest(): string {
  const { store, deliveries, queued, files } = deployed.aws;
  const rows = store.rows().filter(({ type }) => type !== "kept_letter");
  const bytes = [...files.values()].map((file) => file.bytes.toString("latin1"));
  return JSON.stringify([rows, deliveries.rows(), queued, bytes, deployed.logged]);
}

const lineItems = [{ description: "work", unitCents: 10_000 }];
const input = { number: "REST-1", customerId: "c", lineItems, metadata: { customerEmail: "payer@example.com" } };

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
  receiver = await WebhookReceiver.start();
  await deployed.call("registerWebhook", deployed.operatorToken, { id: owner.id }, { url: receiver.url });
});

afterAll(async () => {
  deployed.stop();
  await receiver[Symbol.asyncDispose]();
});

describe("a whole run: made, sent, paid, linked anew, replayed, told by webhook and letter", () => {
  let id = "";

  test("tells the same link each time that it stands, and the one that was told first in what is told again", async () => {
    const made = await call("createInvoice", {}, input, "make");
    ({ id } = made);
    const first = tokenOf(made.hostedUrl);
    told.set("made", first);
    const sent = await call("sendInvoice", { id }, {}, "send");
    expect([sent.hostedUrl, sent.collectionLink]).toEqual([made.hostedUrl, made.hostedUrl]);
    await followUp();
    const payer = new Payer(deployed, made.hostedUrl);
    await payer.paid(goodDebit);
    const renewed = await call("renewInvoiceLink", { id }, {}, "renew");
    told.set("made anew", tokenOf(renewed.hostedUrl));
    expect(await call("createInvoice", {}, input, "make")).toEqual(made);
    expect(await call("renewInvoiceLink", { id }, {}, "renew")).toEqual(renewed);
    const [event] = (await call("listEvents", {}, undefined)).data.filter(
      (each: { subject: string }) => each.subject === id,
    );
    expect(event.data.hostedUrl).toBe(made.hostedUrl);
    await call("replayEvent", { id: event.id }, {}, "again");
    await followUp();
    const bodies = receiver.arrived.filter(({ body }) => body.data.invoiceId === id).map(({ raw }) => raw);
    expect(new Set(bodies).size).toBe(1);
    expect(bodies.length).toBeGreaterThan(1);
    expect(tokenOf(receiver.arrived[0]?.body.data.hostedUrl)).toBe(first);
    const listed = await call("listInvoices");
    expect(listed.data[0].collectionLink).toBe(renewed.hostedUrl);
  });

  test("gave an escrow's page a link in the same way", async () => {
    const wish = { reference: "REST", amountCents: 5_000, payoutAddress: "0xSELLERS-WALLET" };
    const made = await call("createEscrow", {}, wish, "escrow");
    told.set("an escrow's page", tokenOf(made.statusUrl));
    expect(await call("createEscrow", {}, wish, "escrow")).toEqual(made);
    expect((await call("getEscrow", { id: made.id })).statusUrl).toBe(made.statusUrl);
  });

  test("brought applicants, approvers and operators their links, of which no answer is told twice", async () => {
    const asked = { legalName: "Acme Inc", contactEmail: "owner@example.com" };
    const invite = () =>
      deployed.call("inviteApplicant", deployed.operatorToken, {}, asked, { "idempotency-key": "one" });
    const { magicLink } = JSON.parse((await invite()).text);
    expect(JSON.parse((await invite()).text).magicLink).toBeNull();
    told.set("an applicant's", tokenOf(magicLink));
    const approvers = ["anna", "bert"].map((name) => ({ approverRef: name, email: `${name}@example.com` }));
    const wish = { reference: "REST-2", amountCents: 5_000, releaseRule: "dual_approval", approvers };
    const { id: escrowId } = await call("createEscrow", {}, { ...wish, payoutAddress: "0xSELLERS-WALLET" }, "escrow-2");
    expect(escrowId).toMatch(/^esc_/);
    await call("sendApproverLink", { id: escrowId, approverRef: "anna" }, {}, "anna");
    await followUp();
    const letters = deployed.aws.store.rows().filter(({ type }) => type === "kept_letter");
    const links = letters.map(
      ({ body }) => /\/[aki]\/[\w-]{43}/.exec(String((body as { text: string }).text))?.[0] ?? "",
    );
    expect(new Set(links.map((each) => each.slice(0, 3)))).toEqual(new Set(["/a/", "/i/", "/k/"]));
    for (const link of links) told.set(`a letter's ${link}`, tokenOf(link));
    const minted = await deployed.call("mintConsoleLink", deployed.operatorToken, {}, {});
    told.set("an operator's", tokenOf(JSON.parse(minted.text).url));
  });

  test("leaves none of the links anywhere at rest", () => {
    const all = atRest();
    expect(all).toContain("invoice.sent");
    expect(told.size).toBeGreaterThan(7);
    for (const [what, token] of told) {
      expect(token, what).toMatch(/^[\w-]{43}$/);
      expect(all.includes(token), what).toBe(false);
      expect(all.includes(Buffer.from(token).toString("base64")), what).toBe(false);
    }
    // Nor any other that has the form of one.
    expect(all).not.toMatch(/\/[isak]\/[\w-]{43}/);
  });
});
