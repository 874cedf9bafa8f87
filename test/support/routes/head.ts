import { expect } from "vitest";
import type { Operation } from "../../../functions/http/operation.ts";
import type { DeployedSandbox } from "../runner/deployed.ts";
import type { PlainRequest } from "./bad-input.ts";

/** Headers whose value is another for each request. */
const ownOfEach = new Set(["x-request-id", "ratelimit-remaining", "ratelimit-reset", "content-security-policy"]);

function compared(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => [name, ownOfEach.has(name) ? "" : value]);
}

/** That HEAD has the status and headers of GET, and no body. */
export async function expectHeadLikeGet(deployed: DeployedSandbox, op: Operation, request: PlainRequest) {
  const get = await deployed.send(op, request);
  const head = await deployed.send(op, { ...request, method: "HEAD" });
  expect([head.status, head.text, compared(head.headers)]).toEqual([get.status, "", compared(get.headers)]);
  return get.status;
}
