import * as z from "zod";
import type { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { notAvailable } from "./not-available.ts";
import { reviewItem } from "./review.ts";
import type { RecordAction, Review } from "./review-reason-code.ts";

/** Something that a rule asks people to look into, until they say under which reference they did. */
export const notice = z.object({
  id: z.string(),
  /** Null for one that is about no tenant alone. */
  tenantId: z.string().nullable(),
  /** The rule that asks: a ratio program's id, or a rule of the asset policy. */
  rule: z.string(),
  text: z.string(),
  status: z.enum(["open", "closed"]),
  dueAt: z.string().nullable(),
  reference: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Notice = z.infer<typeof notice>;

type Input = Pick<Notice, "id" | "tenantId" | "rule" | "text" | "dueAt">;

export function openNotice(input: Input, now: Instant): Transition<Notice> {
  const next: Notice = { ...input, status: "open", reference: null, createdAt: now, updatedAt: now };
  return { next, from: null, to: "open", reason: input.text };
}

/** An operator's word that it was looked into. Refuses any other action, and one that is closed. */
export function closeNotice(
  state: Notice,
  action: RecordAction,
  { reference, by }: { readonly reference: string; readonly by: string },
  now: Instant,
): Transition<Notice>[] | Refusal {
  if (action !== "resolve") return notAvailable(action, "notices have no such action");
  if (state.status === "closed") return notAvailable(action, "this notice is closed");
  const next: Notice = { ...state, status: "closed", reference, updatedAt: now };
  return [{ next, from: "open", to: "closed", reason: `looked into under ${reference}${by && ` (${by})`}` }];
}

/** A notice as the review queue sees it; null once it is closed. */
export function noticeReview({ status, text: reason, createdAt: since, dueAt: deadline }: Notice): Review | null {
  return status === "closed" ? null : reviewItem({ kind: "notice", reason, since, deadline }, () => ["resolve"]);
}
