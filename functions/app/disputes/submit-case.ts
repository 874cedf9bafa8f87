import { addSeconds, type Instant } from "../../domain/core/time.ts";
import type { DisputeCase } from "../../domain/disputes/case.ts";
import { caseChecklist } from "../../domain/disputes/case-evidence.ts";
import { orderPacket } from "../../domain/disputes/case-packet.ts";
import type { Checklist } from "../../domain/disputes/checklist.ts";
import { isLate } from "../../domain/disputes/deadline.ts";
import { submitCase } from "../../domain/disputes/submit-case.ts";
import { linkSeconds } from "./case-evidence.ts";
import { type EvidenceContext, lookAtFiles } from "./case-files.ts";
import { changeCase, loadCase, type NamedCase } from "./change-case.ts";

export async function readChecklist(context: EvidenceContext, named: NamedCase): Promise<Checklist> {
  const { state } = await lookAtFiles(context, await loadCase(context, named));
  return caseChecklist(state);
}

export async function submitToNetwork(
  context: EvidenceContext,
  named: NamedCase,
  input: { readonly narrative: string | null },
): Promise<DisputeCase> {
  const found = await loadCase(context, named);
  const canBe = found.state.status === "gathering" && !isLate(found.state, context.clock.now());
  const first = await lookAtFiles(context, found, canBe);
  const submit = (state: DisputeCase) => submitCase(state, input, context.clock.now());
  return (await changeCase(context, named, submit, { first })).state;
}

/** A link to the packet of the evidence as it is, for 15 minutes; null while it is being made, for which it is ordered here where nobody has. */
export async function packetLink(
  context: EvidenceContext,
  named: NamedCase,
): Promise<{ readonly url: string; readonly expiresAt: Instant } | null> {
  const first = await lookAtFiles(context, await loadCase(context, named));
  const order = (state: DisputeCase) => orderPacket(state, context.clock.now());
  const { state } = await changeCase(context, named, order, { first });
  const key = state.packet?.status === "ready" ? state.packet.objectKey : null;
  if (key === null) return null;
  const url = await context.evidence.link(key, `${state.id}.pdf`, linkSeconds, "application/pdf");
  return { url, expiresAt: addSeconds(context.clock.now(), linkSeconds) };
}
