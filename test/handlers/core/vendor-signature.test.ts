import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examples } from "../../../functions/contract/examples.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import type { SignatureFinding } from "../../../functions/http/vendor-signature.ts";
import { VendorAuthenticator } from "../../../functions/http/vendor-signature.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { operationOf } from "../../support/runner/lambdas.ts";
import { vendorHeaders } from "../../support/settlement/vendor-credential.ts";

const routes = ["receiveBridgeCallback", "receiveHifiCallback"] as const;
type Route = (typeof routes)[number];

const deployed = new DeployedSandbox();
let owner: Owner;

beforeAll(async () => {
  const { one } = await deployed.start();
  owner = one;
});

afterAll(() => deployed.stop());

const settled = { railRef: "tr_77", settlementId: "", reference: "" };

/** A payment that waits for its money at Bridge, as the book would have it. */
beforeAll(async () => {
  const lineItems = [{ description: "work", unitCents: 10_000 }];
  const invoice = { number: "B-1", customerId: "c", lineItems };
  const { id } = JSON.parse((await deployed.call("createInvoice", owner.apiKey, {}, invoice)).text);
  const body = { source: { type: "ach_push" } };
  const headers = { "idempotency-key": "bridge" };
  const paid = await deployed.call("payInvoice", owner.apiKey, { id }, body, headers);
  settled.settlementId = JSON.parse(paid.text).settlement.id;
  settled.reference = `${settled.settlementId}.${id}`;
  const { store } = deployed.aws;
  const [row] = await store.read([{ pk: settled.settlementId, sk: "row" }]);
  if (!row) throw new Error(paid.text);
  const changed = structuredClone(row.body) as { state: { rail: string; payment: { railRef: string } } };
  changed.state.rail = "bridge";
  changed.state.payment.railRef = settled.railRef;
  await store.write([{ put: { ...row, v: row.v + 1, body: changed }, expect: row.v }], "to-bridge");
});

const json = { "content-type": "application/json" };

/** Sends signed bytes as the gateway hands them on; how it was answered, and how many rows it wrote. */
async function sends(
  route: Route,
  body: string | Uint8Array,
  { headers = json as Record<string, string>, signature = undefined as Record<string, string> | undefined } = {},
) {
  const op = operationOf(route);
  const signed = signature ?? (await vendorHeaders(route, body));
  const rows = deployed.aws.store.rows().length;
  const request = { method: op.method, path: op.path, headers: { ...headers, ...signed }, body };
  const reply = await deployed.send(op, request);
  return { status: reply.status, text: reply.text, wrote: deployed.aws.store.rows().length - rows };
}

function event(object: object): string {
  return JSON.stringify({ event_id: "wh_1", event_category: "transfer", event_object: object });
}

/** What Bridge says of the payment that waits for it. */
function told(over: object = {}) {
  return event({
    ...{ id: settled.railRef, client_reference_id: settled.reference, state: "payment_processed" },
    source: { payment_rail: "ach_push", currency: "usd" },
    destination: { payment_rail: "base", currency: "usdc", bridge_wallet_id: "bw_1" },
    ...over,
  });
}

async function settlement() {
  const [row] = await deployed.aws.store.read([{ pk: settled.settlementId, sk: "row" }]);
  if (!row) throw new Error("no settlement");
  return (row.body as { state: { status: string; unknownRailState: string | null } }).state;
}

describe.each(routes)("%s, well signed", (route) => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const notUtf8 = Buffer.concat([Buffer.from('{"event_id":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);

  test.each<[string, string | Uint8Array, readonly number[]]>([
    ["without a body", "", [400]],
    ["with white space", "  \n", [400]],
    ["with null", "null", [400]],
    ["with a number", "7", [400]],
    ["with a list", "[]", [400]],
    ["with a text", '"transfer"', [400]],
    ["with half a body", '{"event_id": "wh_1"', [400]],
    ["with an empty object", "{}", [400]],
    ["with keys of prototypes", '{"__proto__": {"event_id": "x"}, "constructor": null}', [400]],
    ["with a deep body", deep, [400]],
    ["with a deep field", `{"event_id": "wh_1", "event_category": "transfer", "event_object": ${deep}}`, [400]],
    ["with more than a megabyte", JSON.stringify({ more: "x".repeat(1_100_000) }), [413]],
    ["with more than a megabyte of binary", Buffer.alloc(1_100_000, 0xff), [413]],
    ["with bytes that are no UTF-8", notUtf8, [400]],
    ["with zero bytes", Buffer.alloc(100), [400]],
  ])("%s is refused and changes nothing", async (_, body, statuses) => {
    const { status, wrote } = await sends(route, body);
    expect({ status, wrote }).toEqual({ status: expect.toSatisfy((each) => statuses.includes(each)), wrote: 0 });
  });

  test.each(["application/xml", "multipart/form-data; boundary=x", "image/png", "text/html"])(
    "as %s is refused",
    async (type) => {
      const body = JSON.stringify(examples[route]?.request);
      expect(await sends(route, body, { headers: { "content-type": type } })).toMatchObject({
        ...{ status: 415, wrote: 0 },
      });
    },
  );

  test("is never an error of ours, whatever JSON it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const { status, wrote } = await sends(route, JSON.stringify(value));
        expect([200, 400, 404]).toContain(status);
        expect(wrote).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  test("is read in base64 as it is in plain text, and with a mark of byte order too", async () => {
    const text = JSON.stringify({ ...(examples[route]?.request as object), note: "für 5 €" });
    const plain = await sends(route, text);
    expect(plain.status).toBeLessThan(405);
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);
    for (const bytes of [Buffer.from(text), marked]) expect((await sends(route, bytes)).status).toBe(plain.status);
  });
});

describe("Bridge's callback, not well signed", () => {
  test("is refused before a byte of its body is looked at", async () => {
    const signature = { "x-webhook-signature": `t=${Date.now()},v0=${"A".repeat(342)}==` };
    for (const body of ["{", "", '{"a": 1}', Buffer.from([0xff, 0xfe])])
      expect(await sends("receiveBridgeCallback", body, { signature })).toMatchObject({ ...{ status: 401, wrote: 0 } });
    expect((await sends("receiveBridgeCallback", "{}", { signature: {} })).status).toBe(401);
  });

  test("is not good for the same text in other bytes", async () => {
    const text = told();
    const signature = await vendorHeaders("receiveBridgeCallback", text);
    for (const other of [text.replace('":', '": '), `${text}\n`, `\uFEFF${text}`])
      expect(await sends("receiveBridgeCallback", other, { signature })).toMatchObject({
        ...{ status: 401, wrote: 0 },
      });
  });
});

describe("Bridge's callback about a payment of ours", () => {
  const payer = "Jane Payer";
  const account = "000123456789";

  test.each<[string, object]>([
    ["an amount that is a number", { receipt: { initial_amount: 40, final_amount: 40 } }],
    ["no receipt", {}],
    ["a receipt of nothing", { receipt: null }],
    ["null in every field", { source: null, destination: null, state: null }],
    ["a state that we do not know", { state: "in_orbit" }],
  ])("with %s moves no money, and somebody looks", async (_, over) => {
    const body = told({ ...over, payer, bank_account_number: account });
    expect((await sends("receiveBridgeCallback", body)).status).toBe(200);
    expect(await settlement()).toMatchObject({ status: "collecting", unknownRailState: expect.any(String) });
    expect((await sends("receiveBridgeCallback", body)).wrote).toBe(0);
  });

  test("counts once: again, replayed, late or out of order it changes nothing", async () => {
    const receipt = { initial_amount: "100.00", final_amount: "99.90" };
    const body = told({ receipt });
    const signature = await vendorHeaders("receiveBridgeCallback", body);
    expect(await sends("receiveBridgeCallback", body, { signature })).toMatchObject({ status: 200 });
    expect((await settlement()).status).toBe("screening");
    expect(await sends("receiveBridgeCallback", body, { signature })).toMatchObject({ ...{ status: 200, wrote: 0 } });
    for (const state of ["payment_processed", "payment_submitted", "funds_received", "awaiting_funds"])
      expect(await sends("receiveBridgeCallback", told({ state, receipt }))).toMatchObject({
        ...{ status: 200, wrote: 0 },
      });
  });

  test.each<[string, object]>([
    ["another transfer's id", { id: "tr_78" }],
    ["another invoice", { client_reference_id: "stl_01JC0000000000000000000001.inv_01JC0000000000000000000002" }],
    ["half a reference", { client_reference_id: "stl_01JC0000000000000000000001" }],
    ["a reference of nobody's", { client_reference_id: "x".repeat(250) }],
  ])("under %s is unknown and changes nothing", async (_, over) => {
    expect(await sends("receiveBridgeCallback", told(over))).toMatchObject({ status: 404, wrote: 0 });
  });

  test("leaves no name and no account in any line of the log, nor in an answer", async () => {
    const pii = { payer, account };
    const bodies = [
      told({ source: { ...pii, bank_account_number: account }, state: payer.repeat(9) }),
      told({ id: payer }),
      JSON.stringify({ event_id: account, event_category: payer }),
      `{"event_id": "${payer}" ${account}`,
      JSON.stringify({ ...pii, event_category: "transfer", event_id: "wh_1", event_object: [payer] }),
    ];
    const answers = [];
    for (const body of bodies) {
      answers.push(await sends("receiveBridgeCallback", body));
      answers.push(await sends("receiveHifiCallback", body));
      answers.push(await sends("receiveBridgeCallback", body, { signature: {} }));
    }
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const lines = [...deployed.logged, ...answers.map(({ text }) => text)].join("\n");
    expect(deployed.logged.some((line) => line.includes("receiveBridgeCallback"))).toBe(true);
    expect(lines).not.toContain(payer);
    expect(lines).not.toContain(account);
  });
});

describe("a vendor's authenticator", () => {
  const header = () => undefined;

  /** An authenticator whose judge finds one thing by the keys it remembers and another by those of now. */
  async function opened(remembered: SignatureFinding, now: SignatureFinding) {
    const input: (string | undefined)[] = [];
    const vendor = new VendorAuthenticator("acme", async (_, __, again) => {
      input.push(again);
      return again ? now : remembered;
    });
    const came = await vendor.authenticate(header, Buffer.from("{}")).then(
      ({ actor }) => actor,
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );
    return { came, asked: input };
  }

  test.each<[SignatureFinding, SignatureFinding, string, number]>([
    ["good", "good", "rail:acme", 1],
    ["forged", "good", "rail:acme", 2],
    ["forged", "stale", "stale_signature", 2],
    ["forged", "forged", "invalid_signature", 2],
    ["stale", "good", "stale_signature", 1],
    ["malformed", "good", "invalid_signature", 1],
  ])("%s by the keys it remembers and %s by those of now is %s", async (remembered, now, came, looks) => {
    const reply = await opened(remembered, now);
    expect({ came: reply.came, looks: reply.asked.length }).toEqual({ came, looks });
  });
});
