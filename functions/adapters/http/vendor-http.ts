import { setTimeout as waitFor } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from "cockatiel";
import * as z from "zod";

/** An answer that says something: success, or a definite no. */
export interface VendorAnswer {
  readonly status: number;
  /** Undefined where the body is no JSON; of a no, only `code` may be looked at, since vendors echo what they were sent. */
  readonly body: unknown;
  /** The vendor's error code, where it has the form of one. */
  readonly code: string | null;
  readonly headers: Headers;
}

export interface VendorCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** The path as errors tell it, where it has more in it than ids. */
  readonly shown?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Over everything: connection, request, waiting out a limit, asking again, and answer. */
  readonly seconds: number;
  /** It carries a key, by which a repeat is the same call: asked again in time where no answer came. */
  readonly repeats?: boolean;
}

/** A vendor that did not say yes or no: whether the call took effect is unknown. Carries no word of the vendor's but its code. */
export class VendorUnavailable extends Error {
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.name = "VendorUnavailable";
    this.status = status;
  }
}

const mostBytes = 1_048_576;
const mostTries = 4;
const breakerFailures = 5;
const breakerRestMs = 30_000;
const codeWord = z.string().regex(/^[A-Za-z][A-Za-z0-9_.]{0,63}$/);
/** Bridge has its word in `code`; HIFI has a number there and the word in `error`. */
const errorBody = z.object({ code: codeWord.catch(""), error: codeWord.catch("") });

type VendorHeaders = Readonly<Record<string, string>>;

/** A request as it goes over the wire, for vendors that want it signed. */
export interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
}

/** Headers that are the same for every request, or what signs each one; the same keys give the same function. */
type Credential = VendorHeaders | ((request: SignedRequest) => VendorHeaders);

/** What a call is authenticated by; `again` as it is now, and not as it is remembered. */
type Credentials = (again?: "again") => Promise<Credential>;

/** What is the vendor's own, and how a test hurries it. */
export interface VendorSettings {
  readonly baseUrl: string;
  /** The deadline of one call. */
  readonly seconds?: number;
  /** How a pause is waited out. */
  readonly wait?: ((ms: number) => Promise<unknown>) | undefined;
}

/** A vendor that knows us by a key. */
export interface KeySettings extends VendorSettings {
  /** As it is remembered, or as it is now; asked for at every call, since keys are rotated. */
  readonly apiKey: (again?: "again") => Promise<string>;
}

/** A vendor that knows us by more than one word. */
export interface AccountSettings<A> extends VendorSettings {
  /** As it is remembered, or as it is now; asked for at every call, since keys are rotated. */
  readonly account: (again?: "again") => Promise<A>;
}

/** Signs each request by the account of now; the same account gives the same function, by which a refused key is known to be the current one. */
export function signedBy<A>(
  account: AccountSettings<A>["account"],
  sign: (account: A, request: SignedRequest) => VendorHeaders,
): Credentials {
  let last: { account: A; sign: (request: SignedRequest) => VendorHeaders } | undefined;
  return async (again) => {
    const now = await account(again);
    if (!last || !isDeepStrictEqual(last.account, now)) last = { account: now, sign: (request) => sign(now, request) };
    return last.sign;
  };
}

/** Calls one vendor over plain fetch: a deadline on everything, limits honoured within it, no redirects, a breaker that rests after five failures in a row. A key that is refused is looked up again, once: it may have been replaced. */
export class VendorHttp {
  readonly #name: string;
  readonly #baseUrl: string;
  readonly #headers: Credentials;
  readonly #wait: (ms: number) => Promise<unknown>;
  readonly #breaker = circuitBreaker(
    handleWhen((error) => error instanceof VendorUnavailable && error.status !== 429),
    { halfOpenAfter: breakerRestMs, breaker: new ConsecutiveBreaker(breakerFailures) },
  );

  constructor(request: {
    name: string;
    baseUrl: string;
    /** Asked for at every call, since keys are rotated. */
    headers: Credentials;
    wait?: VendorSettings["wait"];
  }) {
    this.#name = request.name;
    this.#baseUrl = request.baseUrl.replace(/\/$/, "");
    this.#headers = request.headers;
    this.#wait = request.wait ?? ((ms) => waitFor(ms));
  }

  /** The answer; throws `VendorUnavailable` where there is none that can be believed. */
  async call(call: VendorCall): Promise<VendorAnswer> {
    // Before the breaker, where a call may wait for another one's probe.
    const deadlineMs = performance.now() + call.seconds * 1000;
    try {
      return await this.#breaker.execute(() => this.#authenticated(call, deadlineMs));
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw this.#unavailable(call, "is resting after failures");
      throw error;
    }
  }

  async #authenticated(call: VendorCall, deadlineMs: number): Promise<VendorAnswer> {
    const headers = await this.#headers();
    const answer = await this.#tryUntil(call, headers, deadlineMs);
    if (answer.status !== 401) return answer;
    const now = await this.#headers("again");
    return isDeepStrictEqual(now, headers) ? answer : this.#tryUntil(call, now, deadlineMs);
  }

  /** A limit was not passed and nothing was done: asked again when the vendor says, if that is in time. So is a call that may be repeated, where nobody knows what became of it. */
  async #tryUntil(call: VendorCall, credential: Credential, deadlineMs: number): Promise<VendorAnswer> {
    for (let attempt = 1; ; attempt++) {
      const tried = await this.#try(call, credential, deadlineMs - performance.now());
      if ("answer" in tried) return tried.answer;
      const { failed, retryAfterMs } = tried;
      const isLimit = failed.status === 429;
      const waitMs = retryAfterMs ?? (isLimit ? defaultRetryMs : pauseMs * attempt);
      const late = performance.now() + waitMs >= deadlineMs;
      if ((!isLimit && !call.repeats) || attempt === mostTries || late) throw failed;
      await this.#wait(waitMs);
    }
  }

  async #try(
    call: VendorCall,
    credential: Credential,
    leftMs: number,
  ): Promise<{ answer: VendorAnswer } | { failed: VendorUnavailable; retryAfterMs: number | null }> {
    try {
      const { answer, retryAfterMs } = await this.#once(call, credential, leftMs);
      if (answer.status < 500 && answer.status !== 429) return { answer };
      const what = `answered ${answer.status} ${answer.code ?? ""}`.trim();
      return { failed: this.#unavailable(call, what, answer.status), retryAfterMs };
    } catch (error) {
      if (error instanceof VendorUnavailable) return { failed: error, retryAfterMs: null };
      throw error;
    }
  }

  async #once(
    call: VendorCall,
    credential: Credential,
    leftMs: number,
  ): Promise<{ answer: VendorAnswer; retryAfterMs: number | null }> {
    if (leftMs <= 0) throw this.#unavailable(call, "no time left to ask");
    const url = this.#baseUrl + call.path;
    const sent = call.body === undefined ? null : JSON.stringify(call.body);
    const headers =
      typeof credential === "function" ? credential({ method: call.method, url, body: sent }) : credential;
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        method: call.method,
        headers: {
          ...headers,
          ...(call.body !== undefined && { "content-type": "application/json" }),
          ...call.headers,
        },
        body: sent,
        redirect: "error",
        signal: AbortSignal.timeout(Math.ceil(leftMs)),
      });
      text = await readCapped(response);
    } catch (error) {
      throw this.#unavailable(call, wordOf(error));
    }
    const body = parsed(text);
    if (response.ok && body === undefined && text !== "") throw this.#unavailable(call, "answered no JSON");
    const reply = errorBody.safeParse(body).data;
    const { status, headers: said } = response;
    const answer = { status, body, code: reply?.code || reply?.error || null, headers: said };
    return { answer, retryAfterMs: retryAfterMs(said.get("retry-after")) };
  }

  #unavailable(call: VendorCall, what: string, status: number | null = null): VendorUnavailable {
    const { method, path, shown = path } = call;
    const [bare] = shown.split("?");
    return new VendorUnavailable(`${this.#name} ${method} ${bare}: ${what}`, status);
  }
}

/** What went wrong, without what was sent: an error's name, and its system code where it has one. */
function wordOf(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  if (error.name === "TimeoutError") return "no answer in time";
  const code = z.object({ code: z.string() }).safeParse(error.cause).data?.code;
  return code ?? error.name;
}

async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new RangeError("answer too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const defaultRetryMs = 1000;

/** Before a call that may be repeated is: so much longer each time. */
const pauseMs = 200;

/** Retry-After in seconds or as a date; null where there is none. */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
