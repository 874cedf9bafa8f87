import { addSeconds, type Instant } from "../../domain/core/time.ts";
import type { DisputeCase } from "../../domain/disputes/case.ts";
import { caseChecklist } from "../../domain/disputes/case-evidence.ts";
import { orderPacket } from "../../domain/disputes/case-packet.ts";
import type { Checklist } from "../../domain/disputes/checklist.ts";
import { isLate } from "../../domain/disputes/deadline.ts";
import { submitCase } from "../../domain/disputes/submit-case.ts";
import { linkSeconds } from "./case-evidence.ts";
import { type EvidenceDesk, lookAtFiles } from "./case-files.ts";
import { changeCase, loadCase, type NamedCase } from "./change-case.ts";

/** What a case needs and has, after a look at its files. */
export async function readChecklist(desk: EvidenceDesk, named: NamedCase): Promise<Checklist> {
  const { state } = await lookAtFiles(desk, await loadCase(desk, named));
  return caseChecklist(state);
}

/** Submits a case after a last look at its files. */
export async function submitToNetwork(
  desk: EvidenceDesk,
  named: NamedCase,
  asked: { readonly narrative: string | null },
): Promise<DisputeCase> {
  const found = await loadCase(desk, named);
  const canBe = found.state.status === "gathering" && !isLate(found.state, desk.clock.now());
  const first = await lookAtFiles(desk, found, canBe);
  const submit = (state: DisputeCase) => submitCase(state, asked, desk.clock.now());
  return (await changeCase(desk, named, submit, { first })).state;
}

/** A link to the packet of the evidence as it is, for 15 minutes; null while it is being made, for which it is ordered here where nobody has. */
export async function packetLink(
  desk: EvidenceDesk,
  named: NamedCase,
): Promise<{ readonly url: string; readonly expiresAt: Instant } | null> {
  const first = await lookAtFiles(desk, await loadCase(desk, named));
  const order = (state: DisputeCase) => orderPacket(state, desk.clock.now());
  const { state } = await changeCase(desk, named, order, { first });
  const key = state.packet?.status === "ready" ? state.packet.objectKey : null;
  if (key === null) return null;
  const url = await desk.evidence.link(key, `${state.id}.pdf`, linkSeconds, "application/pdf");
  return { url, expiresAt: addSeconds(desk.clock.now(), linkSeconds) };
}
