import { expect, test } from "vitest";
import { approvalPurpose } from "../../../functions/contract/escrow/approver-pages.ts";
import { dayOf } from "../../../functions/domain/core/time.ts";
import { formTokenOf } from "../../../functions/http/form-origin.ts";
import { type Operation, takesCredential } from "../../../functions/http/operation.ts";
import { formNonce } from "../../../functions/pages/checkout/nonce.ts";
import { formPurpose } from "../../../functions/pages/onboarding/view.ts";
import { goodRequest, type PlainRequest, pathOf } from "../routes/bad-input.ts";
import type { DeployedSandbox } from "../runner/deployed.ts";

/** A secret of the right length that opens nothing. */
export const wrongOne = "x".repeat(43);

/** It shows its form whether the link is good or not, so that it tells nothing of it. */
const tellsNothing = ["showEnter"];

/** The operations of an interface that look at a key, a bearer or a link's secret. */
export function guardedOf(operations: readonly Operation[]): Operation[] {
  return operations.filter((op) => takesCredential(op) && !tellsNothing.includes(op.id));
}

function isLink(op: Operation): boolean {
  return op.path.includes("{token}");
}

/** The fields of a form as a page of this link has them: whoever guesses at a link makes them up as well as we do. */
function fieldsOf(op: Operation, token: string): Record<string, string> {
  const nonce = () => formNonce(token, dayOf(new Date().toISOString()));
  if (op.path.startsWith("/i/")) return { nonce: nonce() };
  return { form: formTokenOf(token, op.path.startsWith("/a/") ? approvalPurpose : formPurpose) };
}

function linkRequest(op: Operation, token: string): PlainRequest {
  const path = pathOf(op, {
    ...{ token, place: op.path.includes("{part}") ? "people" : "company", part: `kyp_${"7".padEnd(26, "Z")}` },
    ...{ paymentId: `pay_${"7".padEnd(26, "Z")}`, creditNoteId: `crn_${"7".padEnd(26, "Z")}` },
  });
  if (op.method === "GET") return { method: "GET", path, headers: {} };
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return { method: "POST", path, headers, body: `${new URLSearchParams(fieldsOf(op, token))}` };
}

function requestOf(op: Operation, credential: string): PlainRequest {
  if (isLink(op)) return linkRequest(op, credential);
  const request = goodRequest(op);
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${credential}` } };
}

/** Sources of requests to a deployed interface, and what is counted of each. */
export class Sources {
  readonly #deployed: DeployedSandbox;
  /** What a wrong credential of a fresh source is first sent to. */
  readonly #first: Operation;
  #made = 0;

  constructor(deployed: DeployedSandbox, first: Operation) {
    this.#deployed = deployed;
    this.#first = first;
  }

  /** An address that nobody has sent from yet, at the first second of a minute. */
  async fresh(): Promise<string> {
    this.#made += 1;
    await this.#deployed.advance(60 - new Date().getSeconds());
    return `198.51.${100 + (this.#made >> 8)}.${this.#made & 255}`;
  }

  /** Sends it through the local forwarder, which says where it came from. */
  async send(from: string, op: Operation, credential: string = wrongOne) {
    const request = requestOf(op, credential);
    const sent = { ...request, headers: { ...request.headers, "x-forwarded-for": from } };
    const { status, headers, text } = await this.#deployed.send(op, sent);
    return { status, retryAfter: Number(headers["retry-after"]), text };
  }

  async status(from: string, op: Operation, credential: string = wrongOne): Promise<number> {
    return (await this.send(from, op, credential)).status;
  }

  #rowsOf(source: string) {
    return this.#deployed.aws.store.rows().filter(({ pk }) => pk.startsWith(`wrong_tries#${source}#`));
  }

  /** What has been counted of a source, all minutes together. */
  counted(source: string): number {
    return this.#rowsOf(source).reduce((sum, row) => sum + (row.counted ?? 0), 0);
  }

  /** Makes it a source that has sent so many wrong ones within this minute; `name` is what it is counted by. */
  async have(from: string, howMany: number, name = from): Promise<void> {
    expect(await this.status(from, this.#first)).toBe(401);
    const [row] = this.#rowsOf(name);
    if (!row) throw new Error(`nothing was counted of ${from}`);
    await this.#deployed.aws.store.write([{ count: row, by: howMany - 1, most: null }], `more-${from}`);
  }
}

/** Holds every operation that takes a credential to the limit of wrong ones; `right` is a credential that it takes, where one can be told without making a link. */
export function promiseWrongTries(
  operations: readonly Operation[],
  world: () => { readonly sources: Sources; readonly right: (op: Operation) => string },
): void {
  test.each(guardedOf(operations).map((op) => [op.id, op] as const))(
    "%s refuses the 51st wrong credential of a source as one too many, and no right one",
    async (_, op) => {
      const { sources, right } = world();
      const [source, other] = [await sources.fresh(), await sources.fresh()];
      const refusal = isLink(op) ? 404 : 401;
      await sources.have(source, 49);
      expect(await sources.status(source, op)).toBe(refusal);
      const { status, retryAfter } = await sources.send(source, op);
      expect(status).toBe(429);
      expect(retryAfter).toBeGreaterThan(240);
      expect(retryAfter).toBeLessThanOrEqual(360);
      expect(await sources.status(other, op)).toBe(refusal);
      if (isLink(op)) return;
      expect([401, 429]).not.toContain(await sources.status(source, op, right(op)));
    },
  );
}
