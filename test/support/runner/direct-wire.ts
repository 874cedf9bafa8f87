import { setImmediate as turn } from "node:timers/promises";

/** A request of an AWS client of ours, signed and ready to be sent. */
interface WireRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The part of an AWS client that sends. */
export interface Wire {
  readonly metadata: { readonly handlerProtocol: string };
  handle(request: WireRequest): Promise<{ readonly response: object }>;
  updateHttpClientConfig(): void;
  httpHandlerConfigs(): object;
  destroy(): void;
}

type Reply = { readonly status: number; readonly text: string };

/** Hands what a client sends to who answers in this process, as text both ways: a socket between the two would take half of a call's time. */
export function directWire(answer: (target: string, text: string) => Promise<Reply>): Wire {
  return {
    metadata: { handlerProtocol: "http/1.1" },
    async handle({ headers, body }) {
      // As over a socket, nothing is answered before the loop has turned.
      await turn();
      const { status, text } = await answer(headers["x-amz-target"] ?? "", textOf(body));
      const reply = { "content-type": "application/x-amz-json-1.0" };
      return { response: { statusCode: status, headers: reply, body: Buffer.from(text) } };
    },
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
    destroy: () => undefined,
  };
}

function textOf(body: unknown): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body as Uint8Array);
}
