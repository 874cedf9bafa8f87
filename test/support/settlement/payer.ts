import { pageOf } from "../routes/visitor.ts";
import type { DeployedSandbox, Owner } from "../runner/deployed.ts";
import type { PlainReply } from "../runner/lambdas.ts";

/** The fields of a debit that nothing is wrong with. */
export const goodDebit = {
  amount: "25.00",
  source: "ach",
  holder: "Anna Example",
  holderType: "individual",
  accountType: "checking",
  routingNumber: "021000021",
  accountNumber: "987654321098",
  authorize: "yes",
} as const;

export type DebitFields = Readonly<Partial<Record<keyof typeof goodDebit, string>>>;

const sameSite = { "sec-fetch-site": "same-origin", origin: "null" };

/** Somebody at a browser who has the link of an invoice. */
export class Payer {
  readonly #deployed: DeployedSandbox;
  readonly token: string;
  nonce = "";

  constructor(deployed: DeployedSandbox, link: string) {
    this.#deployed = deployed;
    this.token = link.slice(link.lastIndexOf("/") + 1);
  }

  #send(id: string, method: string, path: string, headers: Record<string, string>, body?: string) {
    const sent = { method, path, headers: { host: "localhost:4002", ...headers } };
    return this.#deployed.send(pageOf(id), body === undefined ? sent : { ...sent, body });
  }

  /** Opens the invoice, and keeps its form's key. */
  async open(query = "", headers: Record<string, string> = {}): Promise<PlainReply> {
    const reply = await this.#send("showInvoice", "GET", `/i/${this.token}${query}`, headers);
    this.nonce = /name="nonce" value="([^"]+)"/.exec(reply.text)?.[1] ?? "";
    return reply;
  }

  /** Sends the form as the browser would; without a page before it there is no key. */
  pay(fields: DebitFields = goodDebit, headers: Record<string, string> = sameSite, query = "") {
    const body = new URLSearchParams({ nonce: this.nonce, ...fields }).toString();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const path = `/i/${this.token}/pay${query}`;
    return this.#send("payHostedInvoice", "POST", path, { ...type, ...headers }, body);
  }

  /** Opens a page below the invoice's. */
  look(id: "showHostedPayment" | "getHostedInvoicePdf" | "getHostedCreditNotePdf" | "showPayForm", path: string) {
    return this.#send(id, "GET", `/i/${this.token}/${path}`, {});
  }

  /** Opens the invoice and pays; the payment's page. */
  async paid(fields: DebitFields = goodDebit): Promise<{ id: string; page: string }> {
    await this.open();
    const { status, headers, text } = await this.pay(fields);
    if (status !== 303) throw new Error(`${status} ${text}`);
    const id = /\/payments\/(pay_\w+)/.exec(headers.location ?? "")?.[1] ?? "";
    return { id, page: (await this.look("showHostedPayment", `payments/${id}`)).text };
  }
}

/** A payer of a new invoice of somebody's. */
export async function payerOf(
  deployed: DeployedSandbox,
  owner: Pick<Owner, "apiKey">,
  invoice: Record<string, unknown> = {},
): Promise<{ payer: Payer; invoiceId: string }> {
  const lineItems = [{ description: "work", unitCents: 10_000 }];
  const number = `H-${Math.random()}`;
  const input = { number, customerId: `payer ${number}`, lineItems, ...invoice };
  const made = JSON.parse((await deployed.call("createInvoice", owner.apiKey, {}, input)).text);
  return { payer: new Payer(deployed, made.collectionLink), invoiceId: made.id };
}

/** Readable text of a page. */
export function textOf(page: string): string {
  return page
    .replaceAll(/<(style|script)[^>]*>[\s\S]*?<\/\1>/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
}
