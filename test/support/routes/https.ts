import type { Operation } from "../../../functions/http/operation.ts";
import type { DeployedSandbox } from "../runner/deployed.ts";
import { goodRequest } from "./bad-input.ts";

/** What an operation of a deployment over https answers without `Strict-Transport-Security`: to a good request without a credential, under a path and by a method that are not served. */
export async function repliesWithoutHttps(deployed: DeployedSandbox, op: Operation): Promise<string[]> {
  const request = goodRequest(op);
  const asked = [request, { ...request, path: `${request.path}/nosuch` }, { ...request, method: "TRACE" }];
  const replies = await Promise.all(asked.map((each) => deployed.send(op, each)));
  return replies.flatMap(({ status, headers }, at) =>
    headers["strict-transport-security"] === "max-age=31536000; includeSubDomains"
      ? []
      : [`${asked[at]?.method} ${asked[at]?.path}: ${status}`],
  );
}
