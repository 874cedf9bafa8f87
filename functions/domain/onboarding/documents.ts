import type { Person } from "./answers.ts";
import type { DocumentCategory } from "./enums.ts";
import type { Kyb, KybFile } from "./kyb.ts";
import { isToIdentify } from "./people.ts";

const companyDocuments = ["formation_document", "ownership_document", "proof_of_address"] as const;

/** A document that is asked for; `personId` names whose identity it shows. */
export interface RequestedDocument {
  readonly kind: DocumentCategory;
  readonly personId: string | null;
}

/** The documents that an application needs, and those that the partner asks for: who trades in their own name has no deed of ownership. */
export function requestedDocuments({ answers, partner }: Pick<Kyb, "answers" | "partner">): RequestedDocument[] {
  const { company, people } = answers;
  const isOwn = company?.entityType === "sole_proprietor";
  const ofCompany = companyDocuments.filter(
    (kind) => kind !== "ownership_document" || !isOwn || partner?.missing.includes(kind),
  );
  return [
    ...ofCompany.map((kind) => ({ kind, personId: null })),
    ...people.filter(isToIdentify).map(({ id }: Person) => ({ kind: "identity_document" as const, personId: id })),
  ];
}

/** The documents that may be brought now: under review what the partner asks for, and what has no file. */
export function openDocuments(state: Pick<Kyb, "answers" | "files" | "partner" | "status">): RequestedDocument[] {
  const all = requestedDocuments(state);
  if (state.status !== "under_review") return all;
  const missing = missingDocuments(state);
  return all.filter(
    ({ kind, personId }) =>
      state.partner?.missing.some((item) => item === kind) ||
      missing.some((each) => each.kind === kind && each.personId === personId),
  );
}

export function filesFor({ files }: Pick<Kyb, "files">, { kind, personId }: RequestedDocument): KybFile[] {
  return files.filter((each) => each.kind === kind && each.personId === personId);
}

/** Whether a file was submitted: it stays, for as long as somebody may look into it. */
export function isSubmitted({ saved }: Pick<Kyb, "saved">, { revision }: Pick<KybFile, "revision">): boolean {
  return revision > 0 && revision <= (saved.consent ?? 0);
}

/** The documents that no file has come for yet. */
export function missingDocuments(state: Pick<Kyb, "answers" | "files" | "partner">): RequestedDocument[] {
  return requestedDocuments(state).filter(
    (input) => !filesFor(state, input).some(({ status }) => status === "provided"),
  );
}
