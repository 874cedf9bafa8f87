import type { Operation } from "../../../functions/http/operation.ts";
import type { DeployedSandbox } from "../runner/deployed.ts";
import { goodRequest } from "./bad-input.ts";

/** What each reply over https tells a browser, whatever it is. */
const told: Readonly<Record<string, RegExp>> = {
  "strict-transport-security": /^max-age=31536000; includeSubDomains$/,
  "x-content-type-options": /^nosniff$/,
  "content-security-policy": /(?:^|; )frame-ancestors 'none'(?:;|$)/,
};

/** What a reply that is no page also tells it: nothing in it is ever run. */
const toldOfData = { "content-security-policy": /^default-src 'none'; frame-ancestors 'none'$/ };

function missingOf(headers: Readonly<Record<string, string>>): string[] {
  const isData = headers["content-type"]?.includes("json") ?? true;
  return Object.entries(isData ? { ...told, ...toldOfData } : told).flatMap(([name, pattern]) =>
    pattern.test(headers[name] ?? "") ? [] : [name],
  );
}

/** The headers that an operation of a deployment over https leaves out: to a good request without a credential, under a path and by a method that are not served. */
export async function missingHeaders(deployed: DeployedSandbox, op: Operation): Promise<string[]> {
  const request = goodRequest(op);
  const asked = [request, { ...request, path: `${request.path}/nosuch` }, { ...request, method: "TRACE" }];
  const replies = await Promise.all(asked.map((each) => deployed.send(op, each)));
  return replies.flatMap(({ status, headers }, at) =>
    missingOf(headers).map((name) => `${asked[at]?.method} ${asked[at]?.path}: ${status} without ${name}`),
  );
}
