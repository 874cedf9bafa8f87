import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { linkToken } from "../../../functions/app/core/link-token.ts";
import { getInvoice, invoiceByLink } from "../../../functions/app/invoicing/invoices.ts";
import { kybByLink } from "../../../functions/app/onboarding/reads.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { KybApi } from "../../support/onboarding/kyb-api.ts";

const guesses = 100_000;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Guesses that open something; one that is refused must be told nothing but that there is nothing. */
async function opened(open: (token: string) => Promise<unknown>, tokens: Iterable<string>): Promise<number> {
  let count = 0;
  for (const token of tokens) {
    try {
      await open(token);
      count += 1;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "not_found") throw error;
    }
  }
  return count;
}

/** Every token that differs from this one in one letter. */
function* neighbours(token: string): Iterable<string> {
  for (let at = 0; at < token.length; at += 1)
    for (const letter of letters)
      if (letter !== token[at]) yield `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
}

function* wild(count: number): Iterable<string> {
  for (let nth = 0; nth < count; nth += 1) yield randomBytes(32).toString("base64url");
}

test(`of ${guesses} guessed links none opens an application or an invoice, a letter off or altogether wild`, async () => {
  const api = new KybApi();
  const { token } = await api.invite();
  const { id } = await api.tenant();
  const { state: invoice } = await getInvoice(api.context, id, await api.invoice(id));
  const links = [
    { token, open: (guess: string) => kybByLink(api.context, guess) },
    { token: linkToken("l".repeat(64), invoice, 1), open: (guess: string) => invoiceByLink(api.context, guess) },
  ];
  let tried = 0;
  for (const { token, open } of links) {
    await open(token);
    const near = [...neighbours(token)];
    const all = [...near, ...wild(guesses / links.length - near.length)];
    expect(await opened(open, all)).toBe(0);
    tried += all.length;
  }
  expect(tried).toBe(guesses);
});
