import { randomBytes } from "node:crypto";
import { pathToFileURL } from "node:url";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { writers } from "../../support/screening/addresses.ts";

/** Milliseconds of one start, by the wall. */
export interface ColdStart {
  /** Loading the bundle. */
  readonly load: number;
  /** The first screen, with the list read from its bucket. */
  readonly first: number;
  /** A screen in a warm Lambda, the median of many. */
  readonly warm: number;
  /** A batch of 100. */
  readonly batch: number;
}

type Handler = (event: APIGatewayProxyEvent, invocation: object) => Promise<APIGatewayProxyResult>;

const [entry = "", input = ""] = process.argv.slice(2);
const { apiKey, listed }: { apiKey: string; listed: string } = JSON.parse(input);
const begun = performance.now();
const { handler }: { handler: Handler } = await import(pathToFileURL(entry).href);
const load = performance.now() - begun;

async function post(path: string, body: unknown): Promise<{ ms: number; said: string }> {
  const event = {
    ...{ httpMethod: "POST", path, body: JSON.stringify(body), isBase64Encoded: false },
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    multiValueQueryStringParameters: null,
    requestContext: { identity: { userArn: null, sourceIp: "192.0.2.1" } },
  };
  const start = performance.now();
  const { statusCode, body: reply } = await handler(event as unknown as APIGatewayProxyEvent, {
    ...{ awsRequestId: "bench", functionName: "screens" },
  });
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${reply}`);
  return { ms: performance.now() - start, said: reply };
}

const wallets = Object.values(writers).flatMap((write) => write[0]?.(randomBytes) ?? []);
const at = (place: number) => ({ type: "wallet", value: wallets[place % wallets.length] });

const first = await post("/api/v1/screen", { type: "wallet", value: listed });
if (JSON.parse(first.said).action !== "block") throw new Error("a listed address was not blocked");
const warm: number[] = [];
for (let round = 0; round < 100; round += 1) warm.push((await post("/api/v1/screen", at(round))).ms);
const batch = await post("/api/v1/screen/batch", { items: Array.from({ length: 100 }, (_, place) => at(place)) });
const median = warm.toSorted((one, other) => one - other)[warm.length >> 1] ?? 0;
const told: ColdStart = { load, first: first.ms, warm: median, batch: batch.ms };
console.log(JSON.stringify(told));
