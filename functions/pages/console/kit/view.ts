import type { flashMessages } from "../../../contract/console/schemas.ts";
import { isRoleEnough, type OperatorRole } from "../../../domain/core/operator.ts";
import type { Refusal } from "../../../domain/core/refusal.ts";
import type { Instant } from "../../../domain/core/time.ts";
import type { Answer, Principal } from "../../../http/operation-types.ts";
import { clock } from "../../../wiring/core/context.ts";
import { live, settings } from "../../../wiring/core/env.ts";
import type { Html } from "../../kit/page.ts";

/** A form that was refused, with what was typed into it. */
export interface Problem {
  readonly operation: string | undefined;
  readonly refusal: Refusal;
  readonly fields: Readonly<Record<string, string>>;
}

/** What every page is made with, whatever it shows. */
export interface View {
  /** The way from the page's address up to the service's root. */
  readonly root: string;
  readonly path: string;
  /** The audit actor who looks at it; null for who is not signed in. */
  readonly actor: string | null;
  /** What who looks at it may do; undefined for who is not signed in. */
  readonly role: OperatorRole | undefined;
  readonly formToken: string;
  readonly stage: string;
  /** Whether the stage is a production. */
  readonly live: boolean;
  readonly now: Instant;
  readonly done?: keyof typeof flashMessages | undefined;
  readonly problem?: Problem | undefined;
}

/** What a page shows inside the frame that all of them share. */
export interface Content {
  readonly title: string;
  readonly main: Html;
  /** The script without which the page can do nothing. */
  readonly script?: "passkey";
  /** Another origin that a form of this page is sent to. */
  readonly formsTo?: string;
}

/** As much of a call as a page needs that its params name. */
export interface ParamsCall<P> {
  readonly params: P;
}

/** As much of a call as the page of one record needs. */
export type RecordCall = ParamsCall<{ readonly id: string }>;

/** As much of a call as a page needs that its query narrows. */
export interface QueryCall<Q> {
  readonly query: Q;
}

export function viewOf(call: {
  readonly root: string;
  readonly path: string;
  readonly principal: Principal | undefined;
  readonly query?: { readonly done?: View["done"] };
}): View {
  const { root, path, principal } = call;
  const session = principal?.session;
  return {
    root,
    path,
    actor: session && !session.isPending ? principal.actor : null,
    role: principal?.role,
    formToken: session?.formToken ?? "",
    stage: settings.STAGE,
    live,
    now: clock.now(),
    done: call.query?.done,
  };
}

/** Whether who looks at a page may do what needs a role. */
export function isAllowed({ role }: Pick<View, "role">, needed: OperatorRole): boolean {
  return role !== undefined && isRoleEnough(role, needed);
}

/** The places of either console that a viewer may not open, by how they begin, with the role that may. */
const guardedPlaces: readonly (readonly [begins: RegExp, role: OperatorRole])[] = [
  [/^recon\b/, "finance"],
  [/^privacy\b/, "admin"],
  [/^people\/(applications|requests|letters)\b/, "reviewer"],
  [/^disputes\/cases\/\w+\/(evidence|uploads|packet)\b/, "reviewer"],
  [/^requests\b/, "reviewer"],
  [/^operators\b/, "admin"],
];

/** Whether who looks at a page may open a place; no page leads to one that its reader may not. */
export function mayOpen(view: Pick<View, "role">, place: string): boolean {
  const role = guardedPlaces.find(([begins]) => begins.test(place))?.[1];
  return role === undefined || isAllowed(view, role);
}

/** The address of a place in the console, from the page that is being shown. */
export function href(
  view: Pick<View, "root">,
  place: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  return `${view.root}console${place === "" ? "" : `/${place}`}${search}`;
}

/** Sends the browser on to a place after a form was done. */
export function seeOther(
  view: Pick<View, "root">,
  place: string,
  query: Readonly<Record<string, string | undefined>> & { readonly done?: NonNullable<View["done"]> } = {},
  headers: Readonly<Record<string, string>> = {},
): Answer<string> {
  return { status: 303, body: "", headers: { location: href(view, place, query), ...headers } };
}

/** Sends the browser to another site's address. */
export function elsewhere(location: string): Answer<string> {
  return { status: 303, body: "", headers: { location } };
}
