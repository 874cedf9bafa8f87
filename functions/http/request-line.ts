import type { Log } from "../app/core/ports.ts";

/** What is told of one request, as it becomes known. */
export interface RequestFacts {
  readonly requestId: string;
  readonly method: string;
  operation?: string;
  tenantId?: string;
  /** Who the caller says acts for it: unverified, and nowhere but here. */
  claimedActor?: string;
  /** What ties the request to the work that follows from it: the record it made or named, else the request itself. */
  correlationId: string;
  code?: string;
  error?: string;
  status?: number;
  ms?: number;
}

const ourId = /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/;

const longestLabel = 128;

/** An unverified label as a log line may carry it; undefined where nothing is left of it. */
export function claimedActorOf(header: string | undefined): string | undefined {
  const printable = header?.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();
  return printable ? printable.slice(0, longestLabel) : undefined;
}

/** The record that a path names; a magic link is no id and is not told. */
export function namedRecord(params: Readonly<Record<string, string>>): string | undefined {
  return Object.values(params).find((value) => ourId.test(value));
}

/** The record that an answer shows, a settlement before the payment beside it. */
export function shownRecord(body: unknown): string | undefined {
  const { settlement, id } = Object(body) as { settlement?: { id?: unknown }; id?: unknown };
  const shown = settlement?.id ?? id;
  return typeof shown === "string" && ourId.test(shown) ? shown : undefined;
}

/** One line for one request; only a bug of ours is an error. */
export function tellRequest(log: Log, facts: RequestFacts): void {
  if (facts.error === undefined) log.info("request", { ...facts });
  else log.error("request", { ...facts });
}
