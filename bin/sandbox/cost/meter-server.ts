import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { deserialize } from "node:v8";
import { CostMeter, type Quantities, type RecordCost } from "./cost-meter.ts";
import type { MeteredRun } from "./lambda-meter.ts";
import { type PricedCall, prices, usdOf } from "./prices.ts";

const kinds = { stl: "settlement", esc: "escrow", scr: "screen", dlv: "webhook" } as const;

const mostRecords = 100;

/** Where a sandbox's Lambdas tell what their runs took, and what that would have cost. */
export class MeterServer {
  readonly #meter = new CostMeter();
  readonly #server: Server;
  /** Transitions of executions that have ended. */
  readonly #transitions = new Map<string, number>();
  #awsEndpoint: string | null = null;

  constructor() {
    this.#server = createServer(async (request, response) => {
      if (request.method === "GET") {
        const { searchParams } = new URL(request.url ?? "/", "http://meter");
        const costs = JSON.stringify(await this.costs(searchParams.get("id")));
        response.setHeader("content-type", "application/json").end(costs);
        return;
      }
      this.#meter.take(deserialize(Buffer.concat(await request.toArray())) as MeteredRun);
      response.writeHead(204).end();
    });
  }

  /** Begins to listen on a free port of loopback; its address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Where executions are looked up. */
  lookAt(awsEndpoint: string): void {
    this.#awsEndpoint = awsEndpoint;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** All that was counted, and what the newest hundred records would have cost, or the one that is asked for, in dollars of AWS's price list, and the mean of each kind. */
  async costs(id: string | null) {
    const { records: all, total } = this.#meter.costs();
    const asked = id === null ? all : all.filter((each) => each.id === id);
    const counted = await Promise.all(asked.map((each) => this.#withTransitions(each)));
    const means = Object.entries(Object.groupBy(counted, kindOf)).map(([kind, same = []]) => {
      const usd = same.reduce((sum, each) => sum + each.usd, 0) / same.length;
      return [kind, { records: same.length, meanUsd: usd, meanUsdOfAMillion: usd * 1_000_000 }];
    });
    const records = counted
      .slice(0, mostRecords)
      .map((each) => ({ ...{ id: each.id, kind: kindOf(each), usd: each.usd }, parts: partsOf(each.quantities) }));
    return { kinds: Object.fromEntries(means), records, ...(id === null && { all: partsOf(total) }) };
  }

  async #withTransitions(cost: RecordCost): Promise<RecordCost> {
    const executions = [...this.#meter.executions].filter(([, id]) => id === cost.id);
    const counts = await Promise.all(executions.map(([arn]) => this.#transitionsOf(arn)));
    const transition = counts.reduce((sum, each) => sum + each, 0);
    if (transition === 0) return cost;
    const usd = cost.usd + usdOf("transition", transition);
    return { ...cost, usd, quantities: { ...cost.quantities, transition } };
  }

  /** The states that an execution entered, and its start. */
  async #transitionsOf(executionArn: string): Promise<number> {
    const known = this.#transitions.get(executionArn);
    if (known !== undefined || this.#awsEndpoint === null) return known ?? 0;
    const reply = await fetch(this.#awsEndpoint, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": "AWSStepFunctions.GetExecutionHistory",
        // The emulator reads the service's name there, and checks nothing.
        authorization: "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/states/aws4_request, Signature=none",
      },
      body: JSON.stringify({ executionArn, maxResults: 1000 }),
    });
    if (!reply.ok) return 0;
    const { events = [] } = (await reply.json()) as { events?: { type: string }[] };
    const count = 1 + events.filter(({ type }) => type.endsWith("StateEntered")).length;
    const hasEnded = events.some(({ type }) => /^Execution(Succeeded|Failed|Aborted|TimedOut)$/.test(type));
    if (hasEnded) this.#transitions.set(executionArn, count);
    return count;
  }
}

function kindOf({ id }: RecordCost): string {
  return kinds[id.slice(0, 3) as keyof typeof kinds];
}

function partsOf(quantities: Quantities) {
  const parts = Object.entries(quantities) as [PricedCall, number][];
  return Object.fromEntries(
    parts.map(([name, quantity]) => [
      name,
      { unit: called[name] ?? prices[name].unit, quantity, usd: usdOf(name, quantity) },
    ]),
  );
}

/** What is counted, where its unit alone does not say of what. */
const called: Readonly<Partial<Record<PricedCall, string>>> = {
  dynamoWrite: "DynamoDB write units",
  dynamoRead: "DynamoDB read units",
  transition: "Step Functions transitions",
  lambdaRequest: "Lambda runs",
  lambdaArm: "Lambda GB-seconds",
  apiRequest: "API Gateway requests",
  webAclRequest: "WAF requests",
  queueRequest: "SQS requests",
  logBytes: "CloudWatch Logs bytes",
  transfer: "Bytes to the internet",
  kmsRequest: "KMS requests",
  secretRequest: "Secrets Manager requests",
  s3Put: "S3 writes",
  s3Get: "S3 reads",
};
