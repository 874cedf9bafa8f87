import { addDays, addSeconds, dayOf, dayStart, secondsBetween } from "../../../functions/domain/core/time.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { type PlainRequest, pathOf } from "../routes/bad-input.ts";
import { FakeAws } from "./fake-aws.ts";
import { eventOf, handlerOf, invocation, lambdaEnvironment, operationOf, type PlainReply, replyOf } from "./lambdas.ts";
import "./wall.ts";

/** A tenant of the test, and what it owns. */
export interface Owner {
  readonly id: string;
  readonly apiKey: string;
  readonly keyId: string;
  readonly invoiceId: string;
  readonly settlementId: string;
  readonly paymentId: string;
}

const operatorToken = "operator-token-of-the-doors-tests-0123456789";
const clockKey = { pk: "clock", sk: "row" };

/** Hears every line that this process prints, by console or by its streams, until what it gives back is called. */
export function listen(report: (line: string) => void): () => void {
  const { log, error } = console;
  const out = process.stdout.write;
  const err = process.stderr.write;
  const hear = (reply: unknown) => {
    for (const line of String(reply).split("\n")) if (line !== "") report(line);
    return true;
  };
  console.log = (...reply: unknown[]) => void hear(reply.map(String).join(" "));
  console.error = console.log;
  process.stdout.write = hear;
  process.stderr.write = hear;
  return () => {
    Object.assign(console, { log, error });
    process.stdout.write = out;
    process.stderr.write = err;
  };
}

/** Our own Lambdas, as they are deployed, over a fake AWS in this process, with two tenants that have paid an invoice each. */
export class DeployedSandbox {
  readonly aws = new FakeAws([
    { name: "one", token: operatorToken },
    { name: "two", token: `${operatorToken}-2` },
  ]);
  readonly operatorToken = operatorToken;
  /** Every line that the Lambdas logged. */
  readonly logged: string[] = [];
  readonly #environment: Readonly<Record<string, string>>;
  #restore: () => void = () => undefined;

  /** `environment` is what the stack gives them otherwise than the sandbox's. */
  constructor(environment: Readonly<Record<string, string>> = {}) {
    this.#environment = environment;
  }

  /** The Lambdas alone, with nobody registered. */
  async open(): Promise<void> {
    Object.assign(process.env, lambdaEnvironment(await this.aws.start(true)), this.#environment);
    this.#restore = listen((line) => this.logged.push(line));
  }

  async start(): Promise<{ one: Owner; other: Owner }> {
    await this.open();
    return { one: await this.#owner("one"), other: await this.#owner("other") };
  }

  stop(): void {
    this.#restore();
    this.aws.stop();
  }

  /** Hands a request to the Lambda that serves an operation. */
  async send(op: Operation, request: PlainRequest): Promise<PlainReply> {
    const handler = await handlerOf(op);
    return replyOf(await handler(eventOf(request), invocation));
  }

  /** The operation that a call names. */
  protected operation(id: string): Operation {
    return operationOf(id);
  }

  /** Calls an operation with a bearer token and a JSON body. */
  async call(
    id: string,
    bearer: string,
    params: Record<string, string> = {},
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<PlainReply> {
    const op = this.operation(id);
    return this.send(op, {
      method: op.method,
      path: pathOf(op, params),
      headers: { authorization: `Bearer ${bearer}`, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Moves the sandbox's clock, as the test clock's route does. */
  async advance(seconds: number): Promise<void> {
    const { v, offsetSeconds } = await this.#clock();
    const body = { offsetSeconds: offsetSeconds + seconds };
    const put = { ...clockKey, v: v + 1, type: "clock", body };
    await this.aws.store.write([{ put, expect: v === 0 ? "absent" : v }], `clock-${put.v}`);
  }

  /** Moves on to the first second of the next UTC day: no minute, day or month that is counted by ends while a test runs. */
  async nextDay(): Promise<void> {
    const now = addSeconds(new Date().toISOString(), (await this.#clock()).offsetSeconds);
    await this.advance(secondsBetween(now, addDays(dayStart(dayOf(now)), 1)));
  }

  async #clock(): Promise<{ v: number; offsetSeconds: number }> {
    const [row] = await this.aws.store.read([clockKey]);
    return { v: row?.v ?? 0, offsetSeconds: 0, ...(row?.body as { offsetSeconds: number } | undefined) };
  }

  async #owner(slug: string): Promise<Owner> {
    const made = async (...call: Parameters<DeployedSandbox["call"]>) => {
      const reply = await this.call(...call);
      if (reply.status !== 201) throw new Error(`${call[0]}: ${reply.status} ${reply.text}`);
      return JSON.parse(reply.text);
    };
    const tenant = await made(
      "createTenant",
      operatorToken,
      {},
      {
        slug,
        name: slug,
        contactEmail: `${slug}@example.com`,
        destChain: "base",
        destWallet: "0xWALLET",
        partnerCustomerId: "cust_1",
      },
    );
    const key = await made("mintKey", operatorToken, { id: tenant.id }, {});
    const lineItems = [{ description: "work", unitCents: 10_000 }];
    const invoice = await made("createInvoice", key.apiKey, {}, { number: "A-1", customerId: "c", lineItems });
    const paying = { "idempotency-key": "first" };
    const paid = await made("payInvoice", key.apiKey, { id: invoice.id }, { amountCents: 4000 }, paying);
    return {
      id: tenant.id,
      apiKey: key.apiKey,
      keyId: key.id,
      invoiceId: invoice.id,
      settlementId: paid.settlement.id,
      paymentId: paid.payment.id,
    };
  }
}
