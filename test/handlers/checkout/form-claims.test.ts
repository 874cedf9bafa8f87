import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClaimBody } from "../../../functions/app/core/idempotency-claim.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";
import { goodDebit, Payer } from "../../support/settlement/payer.ts";

const deployed = new DeployedSandbox({ HOLD: "true" });
let payer: Payer;

beforeAll(async () => {
  const { one } = await deployed.start();
  const sent = await deployed.call("sendInvoice", one.apiKey, { id: one.invoiceId }, {});
  payer = new Payer(deployed, JSON.parse(sent.text).hostedUrl);
});

afterAll(() => deployed.stop());

function claimRow() {
  const [row] = deployed.aws.store.rows().filter(({ pk }) => pk.includes("#payHostedInvoice#"));
  if (!row) throw new Error("no claim");
  return row as typeof row & { readonly body: ClaimBody };
}

/** What the last release kept of a form: a plain digest of its address and its fields. */
function formerFingerprint(): string {
  const body = new URLSearchParams({ nonce: payer.nonce, ...goodDebit }).toString();
  return createHash("sha256").update(`/i/${payer.token}/pay?{}`).update("\0").update(body).digest("hex");
}

test("a form's claim holds no digest that an account number could be guessed by", async () => {
  await payer.open();
  expect((await payer.pay()).status).toBe(303);
  const { fingerprint } = claimRow().body;
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(fingerprint).not.toBe(formerFingerprint());
  expect(JSON.stringify(deployed.aws.store.rows())).not.toContain(formerFingerprint());
});

test("the same form is answered as before, and another under its key is refused", async () => {
  const first = await payer.pay();
  expect(first.status).toBe(303);
  expect((await payer.pay({ ...goodDebit, accountNumber: "987654321099" })).status).toBe(409);
});

test("so is one that the last release took", async () => {
  const row = claimRow();
  const fingerprint = formerFingerprint();
  const put = { ...row, v: row.v + 1, body: { ...row.body, fingerprint } };
  await deployed.aws.store.write([{ put, expect: row.v }], "former");
  const before = deployed.aws.store.rows().filter(({ type }) => type === "settlement").length;
  expect((await payer.pay()).status).toBe(303);
  expect((await payer.pay({ ...goodDebit, accountNumber: "987654321099" })).status).toBe(409);
  expect(deployed.aws.store.rows().filter(({ type }) => type === "settlement")).toHaveLength(before);
});
