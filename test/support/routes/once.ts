import { expect } from "vitest";
import type { Operation } from "../../../functions/http/operation.ts";
import type { DeployedSandbox } from "../runner/deployed.ts";
import type { PlainReply } from "../runner/lambdas.ts";

/** A call of an operation under an Idempotency-Key. */
export interface OnceCall {
  readonly op: Operation;
  readonly bearer: string;
  readonly params: Record<string, string>;
  readonly body: unknown;
  readonly key: string;
}

/** How many rows there are, but for the limiters': they count the repeat. */
function rowsOf({ aws }: DeployedSandbox): number {
  return [aws.store, aws.deliveries].flatMap((store) => store.rows()).filter(({ type }) => type !== "rate").length;
}

/** The first answer as its key has it: without what is shown once. */
function stored({ shownOnce = [] }: Operation, text: string): string {
  if (shownOnce.length === 0) return text;
  const body = JSON.parse(text);
  for (const path of shownOnce) {
    const [last = "", ...names] = path.split(".").toReversed();
    const holder = names.toReversed().reduce((each, name) => each[name], body);
    expect(holder[last], `${path} of the first answer`).toEqual(expect.any(String));
    holder[last] = null;
  }
  return JSON.stringify(body);
}

/** The same body, its keys the other way round and with white space. */
function rewritten(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(rewritten);
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body)
      .toReversed()
      .map(([name, value]) => [name, rewritten(value)]),
  );
}

/** Another body that the operation takes too; undefined where there is none. */
function otherBody({ body: schema }: Operation, body: unknown): unknown {
  if (!schema) return undefined;
  const fields = Object.entries((body ?? {}) as Record<string, unknown>);
  const changed = fields.flatMap(([name, value]) => [
    { ...Object(body), [name]: typeof value === "number" ? value + 1 : `${value}x` },
    Object.fromEntries(fields.filter(([other]) => other !== name)),
  ]);
  return [...changed, { note: "another" }, { name: "another" }].find((each) => schema.safeParse(each).success);
}

/** Asks the same again under its key: the same answer, and nothing new. Then with another body, which is refused. */
export async function expectOnce(deployed: DeployedSandbox, call: OnceCall, first: PlainReply): Promise<void> {
  const { op, bearer, params, key } = call;
  const send = (body: unknown) => deployed.call(op.id, bearer, params, body, { "idempotency-key": key });
  const rows = rowsOf(deployed);
  for (const body of [call.body, rewritten(call.body)]) {
    const again = await send(body);
    expect([again.status, again.text]).toEqual([first.status, stored(op, first.text)]);
    expect(again.headers["idempotent-replay"]).toBe("true");
    expect(again.headers["content-type"]).toBe(first.headers["content-type"]);
  }
  expect(first.headers["idempotent-replay"]).toBeUndefined();
  expect(rowsOf(deployed)).toBe(rows);
  const other = otherBody(op, call.body);
  if (other === undefined) return;
  const refused = await send(other);
  expect([refused.status, JSON.parse(refused.text).code], JSON.stringify(other)).toEqual([
    409,
    "idempotency_key_reuse",
  ]);
  expect(rowsOf(deployed)).toBe(rows);
}
