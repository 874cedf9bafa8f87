import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { CostMeter, type Quantities } from "../../../bin/sandbox/cost/cost-meter.ts";
import { type ClientCall, countCalls, type MeteredRun } from "../../../bin/sandbox/cost/lambda-meter.ts";
import { type PricedCall, usdOf } from "../../../bin/sandbox/cost/prices.ts";
import { readUnits, tableUnits } from "../../../bin/sandbox/cost/units.ts";
import { SandboxCostMeter } from "../../../functions/adapters/local/cost-meter.ts";
import { changesOf, unitsOfIndexes } from "../../bench/cost/bill.ts";
import type { Run } from "../../bench/cost/lambda-runs.ts";
import { oursOf } from "../../bench/cost/ours.ts";
import { type Life, settlementLife } from "../../bench/cost/settlement-life.ts";

const settlement = "stl_01JC0000000000000000000001";
const escrow = "esc_01JC0000000000000000000002";
const calls: ClientCall[] = [];
let life: Life;

beforeAll(async () => {
  const stop = countCalls((call) => calls.push(call));
  life = await settlementLife();
  stop();
});

function runOf(subjects: readonly string[], made: readonly ClientCall[], more: Partial<MeteredRun> = {}): MeteredRun {
  return { lambda: "a-lambda", memoryMb: 256, ms: 100, lines: [], replyBytes: null, subjects, calls: made, ...more };
}

function metered(...runs: readonly MeteredRun[]) {
  const meter = new CostMeter();
  for (const run of runs) meter.take(run);
  return meter.costs().records;
}

/** What the fake AWS saw of these runs at its own door, on the wire. */
function atTheDoor(runs: readonly Run[]): Quantities {
  const { tables } = oursOf(life);
  const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
  const changes = changesOf(runs);
  const made = runs.flatMap(({ aws }) => aws);
  return {
    dynamoWrite: sum(changes.map((each) => tableUnits(each) + unitsOfIndexes(each, tables))),
    dynamoRead: sum(made.flatMap(({ read }) => (read ? [readUnits(read)] : []))),
    queueRequest: 3 * made.filter(({ operation }) => operation === "SendMessageBatch").length,
    secretRequest: made.filter(({ operation }) => operation === "GetSecretValue").length,
  };
}

const usd = (quantities: Quantities) =>
  Object.entries(quantities).reduce((sum, [priced, quantity]) => sum + usdOf(priced as PricedCall, quantity), 0);

describe("the meter of cost, counting at the clients", () => {
  it("agrees within one percent with what came to the door of AWS", () => {
    const [cost] = metered(runOf([settlement], calls, { ms: 0 }));
    const { dynamoWrite, dynamoRead, queueRequest, secretRequest } = cost?.quantities ?? {};
    const counted = { dynamoWrite, dynamoRead, queueRequest, secretRequest } as Quantities;
    const seen = atTheDoor(life.all);
    expect(seen.dynamoWrite).toBeGreaterThan(300);
    for (const [priced, quantity] of Object.entries(seen) as [PricedCall, number][])
      expect(Math.abs((counted[priced] ?? 0) / quantity - 1), priced).toBeLessThan(0.01);
    expect(Math.abs(usd(counted) / usd(seen) - 1)).toBeLessThan(0.01);
  });

  it("counts an item by what lay there before, in the order of the calls and not of the runs", () => {
    const put = (atMs: number, status: string): ClientCall => {
      const Item = { pk: { S: "stl" }, sk: { S: "row" }, statusPk: { S: status }, statusSk: { S: "1" } };
      return { atMs, operation: "PutItem", input: { TableName: "book", Item }, found: {} };
    };
    const later = runOf([settlement], [put(2, "paid")]);
    const sooner = runOf([escrow], [put(1, "open")]);
    const units = Object.fromEntries(metered(later, sooner).map(({ id, quantities }) => [id, quantities.dynamoWrite]));
    // One of the table; one of an index where it is new, two where it moves.
    expect(units).toEqual({ [escrow]: 2, [settlement]: 3 });
  });

  it("shares a run among the records that it worked on", () => {
    const [one, other] = metered(runOf([settlement, escrow], [], { lines: [74], replyBytes: 300 }));
    expect(one?.quantities).toEqual({
      ...{ lambdaRequest: 0.5, lambdaArm: 0.0125, logBytes: 50 },
      ...{ apiRequest: 0.5, webAclRequest: 0.5, transfer: 500 },
    });
    expect(other?.usd).toBeCloseTo(one?.usd ?? 0, 12);
  });
});

describe("what a page is told of the meter", () => {
  it("is the dearest part first, and nothing where the meter does not answer", async () => {
    const parts = {
      lambdaRequest: { unit: "Lambda runs", quantity: 2, usd: 4e-7 },
      transition: { unit: "Step Functions transitions", quantity: 7, usd: 1.75e-4 },
    };
    const answers: Record<string, unknown> = { [settlement]: { records: [{ usd: 1.754e-4, parts }] } };
    const server = createServer(({ url = "" }, reply) => {
      reply.end(JSON.stringify(answers[new URL(url, "http://meter").searchParams.get("id") ?? ""] ?? { records: [] }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const meter = new SandboxCostMeter(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await meter.costOf(settlement)).toEqual({
      usd: 1.754e-4,
      parts: [
        { what: "Step Functions transitions", quantity: 7, usd: 1.75e-4 },
        { what: "Lambda runs", quantity: 2, usd: 4e-7 },
      ],
    });
    expect(await meter.costOf(escrow)).toBeNull();
    await new Promise((resolve) => server.close(resolve));
    expect(await meter.costOf(settlement)).toBeNull();
  });
});
