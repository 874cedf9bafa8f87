import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { loadKyb } from "../../../functions/app/onboarding/reads.ts";
import { kybRecordType } from "../../../functions/app/onboarding/record.ts";
import { examples } from "../../../functions/contract/examples.ts";
import { submittedKyb, TestOnboarding } from "../../support/onboarding/test-onboarding.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { operationOf } from "../../support/runner/lambdas.ts";
import { vendorHeaders } from "../../support/settlement/vendor-credential.ts";

const deployed = new DeployedSandbox();
let owner: Owner;

beforeAll(async () => {
  const { one } = await deployed.start();
  owner = one;
});

afterAll(() => deployed.stop());

async function says(
  operation: "receiveBridgeCallback" | "receiveHifiCallback",
  body: unknown,
  signed: { readonly atMs?: number; readonly body?: string } = {},
) {
  const op = operationOf(operation);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = await vendorHeaders(operation, signed.body ?? text, signed.atMs ?? Date.now());
  const rows = deployed.aws.store.rows().length;
  const reply = await deployed.send(op, { method: op.method, path: op.path, headers, body: text });
  const code: string | undefined = JSON.parse(reply.text).code;
  return { status: reply.status, code, wrote: deployed.aws.store.rows().length - rows };
}

const transfer = examples.receiveBridgeCallback?.request as Record<string, object>;

function about(object: object) {
  return { ...transfer, event_object: { ...transfer.event_object, ...object } };
}

describe("Bridge's callback", () => {
  test("that is forged, stale, or not signed for these bytes changes nothing", async () => {
    const old = Date.now() - 601_000;
    expect(await says("receiveBridgeCallback", transfer, { body: "{}" })).toEqual({
      ...{ status: 401, code: "invalid_signature", wrote: 0 },
    });
    expect(await says("receiveBridgeCallback", transfer, { atMs: old })).toEqual({
      ...{ status: 400, code: "stale_signature", wrote: 0 },
    });
  });

  test.each([
    ["nothing", {}],
    ["null fields", { ...transfer, event_object: null }],
    ["an event without an id", { ...transfer, event_id: undefined }],
  ])("that says %s is no event", async (_, body) => {
    expect(await says("receiveBridgeCallback", body)).toMatchObject({ status: 400, wrote: 0 });
  });

  test("about another rail's payment, or one that we never asked for, is unknown", async () => {
    const ours = { client_reference_id: `${owner.settlementId}.${owner.invoiceId}` };
    for (const object of [ours, { client_reference_id: null }, { client_reference_id: "x@y@z" }])
      expect(await says("receiveBridgeCallback", about(object))).toEqual({
        ...{ status: 404, code: "unknown_rail_ref", wrote: 0 },
      });
  });

  test("about anything else is taken and changes nothing", async () => {
    for (const event_category of ["customer", "kyc_link", "liquidation_address.drain"])
      expect(await says("receiveBridgeCallback", { ...transfer, event_category })).toMatchObject({
        ...{ status: 200, wrote: 0 },
      });
  });

  test("about a business that waits for the partner's answer asks for it, and takes no word of it", async () => {
    const { store } = deployed.aws;
    const partner = { ...(submittedKyb().partner ?? expect.fail()), ref: "kyc_1" };
    const state = submittedKyb({ partner });
    const transition = { next: state, from: null, to: state.status, reason: "furnished" };
    const context = new TestOnboarding();
    store.writeNow(transitionWrites(newAggregate(kybRecordType, state), [transition], context).writes, "req_furnished");
    const event = { ...transfer, event_category: "kyc_link", event_object: { kyc_status: "approved" } };
    expect(await says("receiveBridgeCallback", { ...event, event_object_id: "kyc_2" })).toMatchObject({ wrote: 0 });
    expect(await says("receiveBridgeCallback", { ...event, event_object_id: "kyc_1" })).toMatchObject({
      ...{ status: 200, wrote: 1 },
    });
    const { state: now } = await loadKyb({ store }, state.id);
    expect(now).toMatchObject({ status: "submitted", partner: { standing: null } });
  });

  test("over 256 KB is not read", async () => {
    const body = JSON.stringify({ ...transfer, more: "x".repeat(1_100_000) });
    expect(await says("receiveBridgeCallback", body)).toMatchObject({ status: 413, wrote: 0 });
  });
});

describe("HIFI's callback", () => {
  const onramp = examples.receiveHifiCallback?.request;

  test("is taken, and a conversion that we do not know changes nothing", async () => {
    expect(await says("receiveHifiCallback", onramp)).toMatchObject({ status: 200, wrote: 0 });
  });

  test("with an old token is stale, with a foreign one forged", async () => {
    expect(await says("receiveHifiCallback", onramp, { atMs: Date.now() - 3_600_000 })).toMatchObject({
      ...{ status: 400, code: "stale_signature" },
    });
    const op = operationOf("receiveHifiCallback");
    const headers = { authorization: "Bearer a.b.c" };
    const reply = await deployed.send(op, { method: op.method, path: op.path, headers, body: "{}" });
    expect(reply.status).toBe(401);
  });
});
