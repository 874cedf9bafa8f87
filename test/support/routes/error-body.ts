import { expect } from "vitest";
import { fieldCodes } from "../../../functions/domain/core/refusal.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { refusalsOf, statusOf } from "../../../functions/http/problem.ts";

interface ErrorBody {
  readonly code: string;
  readonly fields?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

/** What the validator says by itself. */
const validatorsWords =
  /, received |expected (one|string|number|int|object|array|boolean)|Unrecognized|Too (small|big)|Invalid (input|option|string|key|type)|[<>]=\d/;

/** The error body that every refusal has, with a code that its operation documents, and nothing that a client should not see. */
export function expectErrorBody(
  op: Operation,
  reply: { readonly status: number; readonly text: string; readonly headers: object },
): ErrorBody {
  const body = JSON.parse(reply.text);
  expect(body).toMatchObject({ error: expect.any(String), code: expect.any(String), unmet: [] });
  expect(body.requestId).toMatch(/^req_/);
  expect(reply.headers).toMatchObject({
    "x-request-id": body.requestId,
    "content-type": expect.stringContaining("json"),
  });
  expect(body.docUrl).toMatch(new RegExp(`/docs/errors#${body.code}$`));
  for (const { code, message } of body.fields ?? []) {
    expect(fieldCodes).toContain(code);
    expect(message).not.toMatch(validatorsWords);
  }
  expect(body.error).not.toMatch(validatorsWords);
  expect(reply.text).not.toMatch(/node_modules|\.ts:\d| {4}at /);
  const documented = refusalsOf(op).filter((code) => statusOf[code] === reply.status);
  expect(documented, `${reply.status} of ${op.id}`).toContain(body.code);
  return body;
}

/** That the places which a refusal names have this one, or one within it. */
export function expectNamedFields({ fields = [] }: ErrorBody, expected: string): void {
  const paths = fields.map(({ path }) => path);
  expect(
    paths.some((path) => path === expected || path.startsWith(`${expected}.`)),
    `${paths}`,
  ).toBe(true);
}
