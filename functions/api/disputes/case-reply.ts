import type { Context } from "../../app/core/context.ts";
import { embedRecords, type ViewContext } from "../../app/core/embed-records.ts";
import type { EvidenceContext } from "../../app/disputes/case-files.ts";
import { type CaseRead, lookAtCase, readCase } from "../../app/disputes/case-reads.ts";
import type { NamedCase } from "../../app/disputes/change-case.ts";
import { caseJoins } from "../../app/escrow/embeddable.ts";
import { transitionOf } from "../../app/settlement/reads.ts";
import type { DisputeCase } from "../../domain/disputes/case.ts";
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
export async function shownCase(context: Pick<Context, "store" | "personal">, named: NamedCase) {
  return shown(await readCase(context, named));
}

/** A case with what it embeds, after a look at the files that it waits for. */
export async function expandedCase(
  context: EvidenceContext & ViewContext,
  call: Parameters<typeof embedRecords<DisputeCase, typeof caseJoins>>[2],
  named: NamedCase,
) {
  const read = await lookAtCase(context, named);
  const embedded = await embedRecords(context, caseJoins, call, [read.found.state]);
  return { ...shown(read), ...embedded(read.found.state) };
}

/** The same after a look at the files that it waits for. */
export async function lookedCase(context: EvidenceContext, named: NamedCase) {
  return shown(await lookAtCase(context, named));
}
