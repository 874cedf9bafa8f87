import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PricedCall, usdOf } from "../../bin/sandbox/cost/prices.ts";
import { invoiceOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { paymentOperations } from "../../functions/contract/settlement/payments.ts";
import { CountingProxy } from "../support/cost/counting-proxy.ts";
import { Client } from "../support/runner/client.ts";
import { freePorts } from "../support/runner/ports.ts";
import { type RunningSandbox, startSandbox } from "../support/runner/sandbox.ts";
import { until } from "../support/runner/until.ts";

let sandbox: RunningSandbox;
let proxy: CountingProxy;
const settlements: string[] = [];

beforeAll(async () => {
  const awsPort = await freePorts(1);
  proxy = await CountingProxy.open(`http://127.0.0.1:${awsPort}`);
  sandbox = await startSandbox(["--aws-port", String(awsPort), "--aws-proxy", proxy.url]);
  for (let nth = 1; nth <= 3; nth += 1) settlements.push(await settled(nth));
}, 240_000);

afterAll(async () => {
  await sandbox?.stop();
  await proxy?.close();
}, 60_000);

async function settled(nth: number): Promise<string> {
  const tenant = new Client(sandbox.endpoints.apiUrl, sandbox.endpoints.tenant.apiKey);
  const body = { number: `C-${nth}`, customerId: "Payer", lineItems: [{ description: "x", unitCents: 10_000 }] };
  const params = { id: (await tenant.call(invoiceOperations.createInvoice, { body })).id };
  const { settlement } = await tenant.call(payOperations.payInvoice, { params });
  const look = () => tenant.call(paymentOperations.getSettlement, { params: { id: settlement.id } });
  await until(look, ({ status }) => status === "completed", "the settlement is completed", 40_000);
  return settlement.id;
}

type Parts = Partial<Record<PricedCall, { readonly quantity: number; readonly usd: number }>>;

interface Costs {
  readonly all: Parts;
  readonly kinds: Readonly<Record<string, { readonly records: number }>>;
  readonly records: readonly { readonly id: string; readonly usd: number; readonly parts: Parts }[];
}

async function costs(query = ""): Promise<Costs> {
  return (await fetch(`${sandbox.endpoints.apiUrl}/api/v1/sandbox/cost${query}`)).json() as Promise<Costs>;
}

describe("the cost meter of a sandbox as it starts", () => {
  test("agrees within one percent with an independent count at the emulator's door", async () => {
    const priced = Object.keys(proxy.counted) as (keyof typeof proxy.counted)[];
    const usd = (counted: Readonly<Record<string, number>>) =>
      priced.reduce((sum, each) => sum + usdOf(each, counted[each] ?? 0), 0);
    const look = async () => {
      const { all } = await costs();
      const metered = Object.fromEntries(priced.map((each) => [each, all[each]?.quantity ?? 0]));
      return { metered, seen: { ...proxy.counted } as Record<string, number> };
    };
    const agrees = (one = 0, other = 0) => Math.abs(one / other - 1) < 0.01;
    // A run tells the meter at its end what the proxy has seen before.
    await until(
      look,
      ({ metered, seen }) =>
        agrees(metered.dynamoWrite, seen.dynamoWrite) &&
        agrees(metered.dynamoRead, seen.dynamoRead) &&
        agrees(usd(metered), usd(seen)),
      "the meter and the proxy agree",
    );
    expect(proxy.counted.dynamoWrite).toBeGreaterThan(400);
    expect(proxy.counted.secretRequest).toBeGreaterThan(0);
  });

  test("tells what each settlement cost, and the webhooks that told of it", async () => {
    // A webhook goes out after what it tells of.
    const { kinds, records } = await until(
      () => costs(),
      ({ kinds: { webhook } }) => (webhook?.records ?? 0) >= settlements.length,
      "each settlement's webhook is counted",
    );
    expect(kinds.settlement?.records).toBe(settlements.length);
    const [id = ""] = settlements;
    const [one, ...others] = (await costs(`?id=${id}`)).records;
    expect(others).toEqual([]);
    expect(one).toMatchObject({ id, parts: { transition: { quantity: 7 } } });
    expect(records.map((each) => each.id)).toEqual(expect.arrayContaining(settlements));
  });

  test("shows it on the settlement's page in the console", async () => {
    const { apiUrl, operators } = sandbox.endpoints;
    const form = new URLSearchParams({ token: operators[0]?.token ?? "" });
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: apiUrl };
    const entered = await fetch(`${apiUrl}/console/sign-in`, {
      ...{ method: "POST", headers, body: form.toString(), redirect: "manual" },
    });
    const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const page = await fetch(`${apiUrl}/console/settlements/${settlements[0]}`, { headers: { cookie } });
    const text = await page.text();
    expect(text).toContain("Cost on AWS");
    expect(text).toMatch(/Step Functions transitions[\s\S]*>7</);
  });
});
