import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { escrowByToken } from "../../../functions/app/escrow/reads.ts";
import { invoiceByLink } from "../../../functions/app/invoicing/invoices.ts";
import { kybByLink } from "../../../functions/app/onboarding/reads.ts";
import { invoicePageOperations, invoicePagePdfOperations } from "../../../functions/contract/checkout/invoice-pages.ts";
import { approverOperations } from "../../../functions/contract/escrow/approver-pages.ts";
import { escrowStatusOperations } from "../../../functions/contract/escrow/escrow-status-pages.ts";
import { onboardingOperations } from "../../../functions/contract/onboarding/onboarding-pages.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { Applicant } from "../../support/onboarding/applicant.ts";
import { pathOf } from "../../support/routes/bad-input.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import type { PlainReply } from "../../support/runner/lambdas.ts";
import { type Payer, payerOf } from "../../support/settlement/payer.ts";

const deployed = new DeployedSandbox();
let owner: Owner;
let applicant: Applicant;
let payer: Payer;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
  applicant = await Applicant.invited(deployed);
  ({ payer } = await payerOf(deployed, owner));
});

afterAll(() => deployed.stop());

function guess(): string {
  return randomBytes(32).toString("base64url");
}

/** A reply but for what names it. */
function told({ status, headers, text }: PlainReply) {
  const requestId = headers["x-request-id"] ?? "-";
  const { "x-request-id": _, "content-length": __, ...rest } = headers;
  return { status, headers: rest, text: text.replaceAll(requestId, "").replaceAll(/req_\w+/g, "") };
}

const kybGets = Object.values(onboardingOperations).filter(
  ({ method, path }) => method === "GET" && path.includes("{token}"),
);
const pages = [
  ...kybGets,
  ...Object.values(invoicePageOperations).filter(({ method }) => method === "GET"),
  ...Object.values(invoicePagePdfOperations),
  ...Object.values(escrowStatusOperations),
  ...Object.values(approverOperations).filter(({ method }) => method === "GET"),
];

function paramsOf(op: (typeof pages)[number], token: string): Record<string, string> {
  const isOnboarding = kybGets.some(({ id }) => id === op.id);
  const part = op.path.endsWith("/remove") ? "kyp_01M7YZMHG0GAQ2FF8W679S1W2S" : "new";
  const paymentId = "pay_01M7YZMHG0GAQ2FF8W679S1W2S";
  return { token, paymentId, ...(isOnboarding && { place: op.path.includes("{part}") ? "people" : "company", part }) };
}

async function opened(op: (typeof pages)[number], token: string) {
  const before = deployed.aws.store.calls;
  const path = pathOf(op, paramsOf(op, token));
  const reply = await deployed.send(op, { method: "GET", path, headers: { host: "localhost:4002" } });
  return { reply: told(reply), calls: deployed.aws.store.calls - before };
}

describe("a guesser", () => {
  test("finds none of three kinds of links in 100,000 tries, each after one read", async () => {
    const { store } = deployed.aws;
    const context = { store, clock: { now: () => "2026-11-21T12:00:00.000Z" }, linkKeys: async () => ["l".repeat(64)] };
    const doors = [kybByLink, invoiceByLink, escrowByToken] as const;
    const before = store.calls;
    let found = 0;
    for (let tries = 0; tries < 100_000; tries += 1) {
      const open = doors[tries % doors.length] ?? kybByLink;
      const reply = await open(context, guess()).catch((error: unknown) => error);
      if (!(reply instanceof Refusal && reply.code === "not_found")) found += 1;
    }
    expect([found, store.calls - before]).toEqual([0, 100_000]);
  });

  test.each(pages.map((op) => [op.id, op] as const))(
    "is told by %s always the same, after the same calls, however near the guess",
    async (_, op) => {
      const right = op.path.startsWith("/i/") ? payer.token : applicant.token;
      const other = (at: number) => {
        const is = right.at(at) ?? "";
        return `${right.slice(0, at)}${is === "A" ? "B" : "A"}${right.slice(at + 1)}`;
      };
      const swapped = [...right].map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase()));
      const near = [other(0), other(20), other(42), swapped.join(""), [...right].toReversed().join("")];
      const first = await opened(op, guess());
      expect(first.reply.status).toBe(404);
      for (const token of [...near, ...Array.from({ length: 20 }, guess)])
        expect(await opened(op, token), token).toEqual(first);
      for (const token of [`${right}=`, `${right}A`, right.slice(1), `${right.slice(0, 42)}\u0000`, "..", "%2e%2e"])
        expect((await opened(op, token)).reply, token).toEqual(first.reply);
    },
  );
});

describe("a link that has ended", () => {
  test("says so on every page, the same for one that ran out and one that was revoked, and nothing else", async () => {
    const one = await Applicant.invited(deployed, { legalName: "Secret One, Inc." });
    const other = await Applicant.invited(deployed, { legalName: "Secret Two, Inc.", expiresInSeconds: 60 });
    await one.get("company");
    await deployed.call("revokeInvite", deployed.operatorToken, { id: one.id }, {});
    await deployed.advance(61);
    for (const op of kybGets) {
      const reply = await opened(op, one.token);
      expect([op.id, reply.reply.status]).toEqual([op.id, 410]);
      expect(await opened(op, other.token)).toEqual(reply);
      expect(reply.reply.text).not.toMatch(/Secret|kyb_|acme|revoked|back by/i);
    }
    const posted = await one.post("company", { legalName: "Mine" });
    expect([posted.status, posted.text.includes("Secret")]).toEqual([410, false]);
  });
});
