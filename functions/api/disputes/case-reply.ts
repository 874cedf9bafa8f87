import type { Desk } from "../../app/core/context.ts";
import type { EvidenceDesk } from "../../app/disputes/case-files.ts";
import { type CaseRead, lookAtCase, readCase } from "../../app/disputes/case-reads.ts";
import type { NamedCase } from "../../app/disputes/change-case.ts";
import { transitionOf } from "../../app/settlement/reads.ts";
import { viewCase } from "../../domain/disputes/case-view.ts";

/** Whose case a call is about. */
export function namedCase(call: {
  readonly principal: { readonly tenantId: string };
  readonly params: { readonly id: string };
}): NamedCase {
  return { tenantId: call.principal.tenantId, caseId: call.params.id };
}

function shown({ found, texts, entries }: CaseRead) {
  return { ...viewCase(found.state, texts), history: entries.map(transitionOf) };
}

/** A case as it stands, with its texts and its history. */
export async function shownCase(desk: Pick<Desk, "book">, named: NamedCase) {
  return shown(await readCase(desk, named));
}

/** The same after a look at the files that it waits for. */
export async function lookedCase(desk: EvidenceDesk, named: NamedCase) {
  return shown(await lookAtCase(desk, named));
}
