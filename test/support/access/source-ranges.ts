import { expect, test } from "vitest";
import type { Operation } from "../../../functions/http/operation.ts";
import { goodRequest } from "../routes/bad-input.ts";
import type { DeployedSandbox } from "../runner/deployed.ts";

const ranges = ["203.0.113.0/28", "2001:db8:17::/48"];

/** A request whose query and body are wrong: who hears of neither was refused before. */
function brokenRequest(op: Operation) {
  const { method, path, headers } = goodRequest(op);
  const body = method === "GET" ? {} : { body: "{" };
  return { method, path: `${path}?nosuch=1`, headers: { ...headers, "content-type": "application/json" }, ...body };
}

/** Holds every operation that takes a key to the ranges of the key that `mint` makes with them. */
export function promiseSourceRanges(
  deployed: DeployedSandbox,
  operations: readonly Operation[],
  mint: (ranges: readonly string[]) => Promise<string>,
): void {
  let apiKey: string | undefined;

  const answer = async (op: Operation, from: string) => {
    apiKey ??= await mint(ranges);
    const { headers, ...request } = brokenRequest(op);
    const sent = { ...headers, authorization: `Bearer ${apiKey}`, "x-forwarded-for": from };
    const { status, text } = await deployed.send(op, { ...request, headers: sent });
    return { status, json: JSON.parse(text) };
  };

  test.each(operations.filter(({ caller }) => caller === "tenant").map((op) => [op.id, op] as const))(
    "%s refuses a key that is used from elsewhere before it looks at the request, and counts nothing for its owner",
    async (_, op) => {
      for (const inside of ["203.0.113.9", "::ffff:203.0.113.9", "2001:db8:17:4::1"])
        expect([op.id, (await answer(op, inside)).status]).toEqual([op.id, 400]);
      const { commits } = deployed.aws.store;
      for (const outside of ["203.0.113.16", "::ffff:198.51.100.9", "2001:db8:18::1"]) {
        const { status, json } = await answer(op, outside);
        expect([status, json.code]).toEqual([403, "source_not_allowed"]);
        expect(json.source).toBe(outside);
      }
      expect(deployed.aws.store.commits).toBe(commits);
    },
  );
}
