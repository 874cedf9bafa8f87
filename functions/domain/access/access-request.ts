import * as z from "zod";
import { hasHidden } from "../core/control-characters.ts";
import { type FormInput, withInput } from "../core/form.ts";
import { emailText, locales } from "../core/mail.ts";
import { Refusal } from "../core/refusal.ts";
import { erasedText, unapprovedUntil } from "../core/sealed-text.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";

/** What becomes of a request that anybody may make. */
export const requestStatuses = ["received", "accepted", "declined"] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** A text that says something and hides nothing; `unlisted` are the control characters that its published pattern leaves out. */
function seen(max: number, unlisted: string, shown: (text: string) => string) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !hasHidden(shown(text)), "no control characters")
    .meta({ pattern: `^[^${unlisted}\\u007f-\\u009f]+$` });
}

/** A text of one line. */
export function lineText(max: number, input: FormInput = {}) {
  return withInput(seen(max, "\\u0000-\\u001f", String), { maxLength: max, ...input });
}

function told(max: number) {
  const onOneLine = (text: string) => text.replaceAll(/[\r\n\t]/g, " ");
  const schema = seen(max, "\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f", onOneLine);
  return withInput(schema, { kind: "lines", maxLength: max });
}

export const whoAsks = z.strictObject({
  companyName: lineText(200, { autocomplete: "organization" }),
  contactName: lineText(200, { autocomplete: "name" }),
  contactEmail: withInput(emailText, { kind: "email", maxLength: 254, autocomplete: "email" }),
});

export const useCase = told(2000);

/** What is kept of every request, whatever it asks for. */
export const anyRequest = z.object({
  id: z.string(),
  status: z.enum(requestStatuses).describe("whether it waits, was accepted or declined"),
  companyName: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  useCase: z.string().nullable(),
  locale: z.enum(locales),
  /** Why it was declined, or what an operator noted. */
  note: z.string().nullable().describe("why it was declined, or what an operator noted; null where nothing"),
  decidedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type AnyRequest = z.infer<typeof anyRequest>;

/** A request with each text changed that whoever asks told of themselves, and what an operator noted of them. */
export function mapRequesterTexts<S extends AnyRequest>(state: S, change: (text: string) => string): S {
  const { companyName, contactName, contactEmail, useCase: wanted, note } = state;
  const website = "website" in state && typeof state.website === "string" ? { website: change(state.website) } : {};
  return {
    ...{ ...state, ...website },
    companyName: change(companyName),
    contactName: change(contactName),
    contactEmail: change(contactEmail),
    useCase: wanted === null ? null : change(wanted),
    note: note === null ? null : change(note),
  };
}

/** When a request that came to nothing is erased by itself; null for one that was accepted, and for one that is erased. */
export function requestErasureAt(state: Pick<AnyRequest, "status" | "contactEmail" | "updatedAt">): Instant | null {
  return state.status === "accepted" || state.contactEmail === erasedText ? null : unapprovedUntil(state);
}

/** Under which id a request is taken, and the language of whoever asks. */
export type TakenAs = Pick<AnyRequest, "id" | "locale">;

export function takenAs(as: TakenAs, now: Instant) {
  const status = "received" as const;
  return { ...as, status, note: null, decidedAt: null, createdAt: now, updatedAt: now };
}

/** Decides a request, once; `made` is what came of it, which a second one is told. */
export function decideRequest<S extends AnyRequest>(
  state: S,
  report: Partial<S> & Pick<AnyRequest, "status" | "note">,
  { made, reason, now }: { readonly made: Partial<S>; readonly reason: string; readonly now: Instant },
): Transition<S> | Refusal {
  if (state.status !== "received") {
    const extra = { status: state.status, ...made };
    return new Refusal("signup_decided", `this request was ${state.status} already`, { extra });
  }
  const next: S = { ...state, ...report, decidedAt: now, updatedAt: now };
  return { next, from: state.status, to: report.status, reason };
}
