import { Refusal } from "../../domain/core/refusal.ts";
import type { KybConsent } from "../../domain/onboarding/kyb.ts";
import { formProblem, type Stale } from "../../domain/onboarding/save.ts";
import { type Incomplete, readConsent, submitKyb } from "../../domain/onboarding/submit.ts";
import type { Context } from "../core/context.ts";
import { applicantContext, type KybSaveResult, type PostedForm, postedAs } from "./apply.ts";
import { changeKyb, kybByLink } from "./reads.ts";

/** Where a consent came from, as the door saw it. */
export interface ConsentFrom {
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Longest user agent that is kept. */
const agentMax = 500;

/** Submits an application with the consent that its form gives; the partner is asked about it. The same form again changes nothing. */
export async function submitApplication(
  given: Context,
  token: string,
  input: PostedForm & { readonly from: ConsentFrom },
): Promise<KybSaveResult> {
  const { state } = await kybByLink(given, token);
  const context = applicantContext(given, state);
  const posted = postedAs(token, "consent", input);
  const problem = formProblem(state, "consent", posted);
  if (problem instanceof Refusal) throw problem;
  if (problem === "repeated") return { kind: "saved", application: state };
  if (problem) return { kind: "stale", application: state, changed: problem.stale };
  const read = readConsent(input.form);
  if (!read.ok) return { kind: "problems", application: state, problems: read.problems };
  const now = context.clock.now();
  const userAgent = input.from.userAgent?.slice(0, agentMax) ?? null;
  const consent: KybConsent = { ...read.value, at: now, address: input.from.address, userAgent };
  const { found, aside } = await changeKyb<Stale | Incomplete>(context, state.id, (before) => {
    const transitions = submitKyb(before, consent, posted, now);
    return Array.isArray(transitions) || transitions instanceof Refusal ? transitions : { aside: transitions };
  });
  const application = found.state;
  if (!aside) return { kind: "saved", application };
  if ("stale" in aside) return { kind: "stale", application, changed: aside.stale };
  return { kind: "incomplete", application, missing: aside.missing };
}
