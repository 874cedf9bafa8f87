import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Clock, Log, NewId } from "../app/core/ports.ts";
import { headersOf } from "./read-request.ts";
import type { HttpMiddleware, HttpRequest, RequestFacts } from "./request.ts";

/** Names the request, and writes its one line when its reply is made; only a bug of ours is an error. */
export function requestLine({ clock, newId, log }: { clock: Clock; newId: NewId; log: Log }): HttpMiddleware {
  const writeLine = ({ internal: { facts, reply, startedMs } }: HttpRequest) => {
    facts.status = reply.status;
    facts.ms = Math.round(performance.now() - startedMs);
    if (facts.error === undefined) log.info("request", { ...facts });
    else log.error("request", { ...facts });
  };
  return {
    before: ({ event: input, internal: state }) => {
      const startedMs = performance.now();
      const event = input as APIGatewayProxyEvent;
      const requestId = newId("req", clock.now());
      const facts: RequestFacts = { requestId, method: event.httpMethod, correlationId: requestId };
      Object.assign(state, { event, header: headersOf(event), requestId, startedMs, facts });
    },
    after: writeLine,
    onError: writeLine,
  };
}

const ourId = /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/;

const longestLabel = 128;

/** An unverified label as a log line may carry it; undefined where nothing is left of it. */
export function claimedActorOf(header: string | undefined): string | undefined {
  const printable = header?.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();
  return printable ? printable.slice(0, longestLabel) : undefined;
}

/** The record that a path names; a magic link is no id and is not logged. */
export function namedRecord(params: Readonly<Record<string, string>>): string | undefined {
  return Object.values(params).find((value) => ourId.test(value));
}

/** The record that a reply shows, a settlement before the payment beside it. */
export function shownRecord(body: unknown): string | undefined {
  const { settlement, id } = Object(body) as { settlement?: { id?: unknown }; id?: unknown };
  const shown = settlement?.id ?? id;
  return typeof shown === "string" && ourId.test(shown) ? shown : undefined;
}
