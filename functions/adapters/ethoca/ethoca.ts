import OAuth from "mastercard-oauth1-signer";
import type { AlertSource } from "../../app/disputes/ports.ts";
import { centsText } from "../../domain/core/money.ts";
import { ethocaOutcome, ethocaTypes } from "../../domain/disputes/alert-outcome.ts";
import type { AlertReport, OutcomeReport, PulledAlerts } from "../../domain/disputes/alert-report.ts";
import {
  type AccountSettings,
  signedBy,
  type VendorAnswer,
  VendorHttp,
  VendorUnavailable,
} from "../http/vendor-http.ts";
import { errorOf, pageOf, statusesOf } from "./schema.ts";

/** What Ethoca knows us by: the key pair of a project at Mastercard Developers. */
export interface EthocaAccount {
  readonly consumerKey: string;
  /** The private signing key, PEM. */
  readonly signingKey: string;
}

/** How many outcomes Ethoca takes in a call; acknowledgements go in the same pieces. */
const mostInCall = 25;

/** Amounts that the published schema of outcomes has room for. */
const leastCents = 100;
const mostCents = 99_999_900;

/** Ethoca Alerts for merchants: the Pull and the Outcome API, as published for Mastercard Developers. */
export class EthocaAlerts implements AlertSource {
  readonly name = "ethoca";
  readonly #http: VendorHttp;
  readonly #seconds: number;

  constructor({ baseUrl, account, seconds = 10, wait }: AccountSettings<EthocaAccount>) {
    // Whose alerts these are stands beside the keys, and signs nothing.
    const keys = async (again?: "again") => {
      const { consumerKey, signingKey } = await account(again);
      return { consumerKey, signingKey };
    };
    const headers = signedBy(keys, ({ consumerKey, signingKey }, { method, url, body }) => ({
      authorization: OAuth.getAuthorizationHeader(url, method, body, consumerKey, signingKey),
    }));
    this.#seconds = seconds;
    this.#http = new VendorHttp({ name: "ethoca", baseUrl, headers, wait });
  }

  async pull(limit: number): Promise<PulledAlerts> {
    const pages: PulledAlerts[] = [];
    // Each type by itself, so that neither crowds out the other.
    for (const type of Object.values(ethocaTypes)) {
      const query = new URLSearchParams({ alert_type: type, size: String(limit) });
      const answer = await this.#http.call({ method: "GET", path: `/alerts?${query}`, seconds: this.#seconds });
      if (answer.status >= 300) throw refused("a look at alerts", answer);
      pages.push(pageOf(answer.body));
    }
    return { alerts: pages.flatMap(({ alerts }) => alerts), unread: pages.flatMap(({ unread }) => unread) };
  }

  async acknowledge(externalIds: readonly string[]): Promise<readonly string[]> {
    const missed: string[] = [];
    for (const piece of inPieces(externalIds)) {
      const acknowledges = piece.map((alertId) => ({ alertId, status: "SUCCESS" }));
      const answer = await this.#post("/alerts/acknowledges", { acknowledges });
      if (answer.status >= 300) throw refused("acknowledgements", answer);
      const statuses = statusesOf(answer.body);
      missed.push(...piece.filter((id) => statuses.get(id) !== null));
    }
    return missed;
  }

  /** One that gets no answer is `recoverable`: told again, Ethoca keeps what it was told first. */
  async report(reports: readonly AlertReport[]): Promise<readonly OutcomeReport[]> {
    const answers: OutcomeReport[] = [];
    for (const piece of inPieces(reports)) answers.push(...(await this.#reportPiece(piece)));
    return answers;
  }

  async #reportPiece(piece: readonly AlertReport[]): Promise<readonly OutcomeReport[]> {
    try {
      const answer = await this.#post("/outcomes", { outcomes: piece.map(outcomeOf) });
      if (answer.status < 300) return answered(piece, answer.body);
      const error = errorOf(answer.body);
      if (answer.status !== 400 || error === null) throw refused("outcomes", answer);
      // One that Ethoca cannot take must not keep the others from it.
      if (piece.length > 1) return await this.#reportHalves(piece);
      return piece.map((each) => not(each, error.recoverable, error.code));
    } catch (error) {
      if (!(error instanceof VendorUnavailable)) throw error;
      return piece.map((each) => not(each, true, error.message));
    }
  }

  async #reportHalves(piece: readonly AlertReport[]): Promise<readonly OutcomeReport[]> {
    const half = Math.ceil(piece.length / 2);
    const first = await this.#reportPiece(piece.slice(0, half));
    return [...first, ...(await this.#reportPiece(piece.slice(half)))];
  }

  #post(path: string, body: unknown): Promise<VendorAnswer> {
    return this.#http.call({ method: "POST", path, body, seconds: this.#seconds });
  }
}

function inPieces<T>(all: readonly T[]): readonly (readonly T[])[] {
  const pieces: (readonly T[])[] = [];
  for (let from = 0; from < all.length; from += mostInCall) pieces.push(all.slice(from, from + mostInCall));
  return pieces;
}

function outcomeOf({ externalId, kind, amountCents, currency, end, refund, at }: AlertReport) {
  if (kind !== "fraud" && kind !== "dispute") throw new Error(`Ethoca raises no alerts of kind ${kind}`);
  const { outcome, refundStatus, comments } = ethocaOutcome(kind, end);
  const amount = refund && amountOf(refund.amountCents, refund.currency);
  const stopped = amountOf(refund?.amountCents ?? amountCents, refund?.currency ?? currency);
  return {
    alertId: externalId,
    outcome,
    refundStatus,
    ...(refundStatus === "REFUNDED" &&
      amount && {
        refund: {
          ...{ amount, type: "REFUND", timestamp: refund.at },
          ...(refund.reference !== null && { transactionId: refund.reference }),
          ...(refund.arn !== null && { acquirerReferenceNumber: refund.arn }),
        },
      }),
    ...(refundStatus !== "NOT_REFUNDED" && stopped && { amountStopped: stopped }),
    ...(comments !== null && { comments }),
    actionTimestamp: at,
  };
}

/** Ethoca takes amounts as numbers; cents written as decimals survive that to 15 digits. One that its schema has no room for is left out. */
function amountOf(cents: number, currencyCode: string) {
  if (cents < leastCents || cents > mostCents) return undefined;
  return { value: Number(centsText(cents)), currencyCode };
}

function answered(piece: readonly AlertReport[], body: unknown): readonly OutcomeReport[] {
  const statuses = statusesOf(body);
  return piece.map((each) => {
    const { externalId } = each;
    const reply = statuses.get(externalId);
    if (reply === null) return { externalId, ok: true };
    if (reply === undefined || reply === "failed") return not(each, true, "no reason given");
    return not(each, reply.recoverable, reply.code);
  });
}

function not({ externalId }: AlertReport, recoverable: boolean, why: string): OutcomeReport {
  return { externalId, ok: false, recoverable, why };
}

function refused(what: string, { status, body }: VendorAnswer): VendorUnavailable {
  return new VendorUnavailable(`ethoca refused ${what}: ${status} ${errorOf(body)?.code ?? ""}`.trim(), status);
}
