import { eraseKyb } from "../../../domain/onboarding/erase.ts";
import type { Kyb } from "../../../domain/onboarding/kyb.ts";
import { erasureTerms, type Relationship } from "../../../domain/operations/erasure.ts";
import { loadAggregate } from "../../core/aggregate.ts";
import type { StoreContext } from "../../core/context.ts";
import { rowKey } from "../../core/row-keys.ts";
import { changeKyb, loadKyb } from "../../onboarding/reads.ts";
import { kybRecordType } from "../../onboarding/record.ts";
import { tenantRecordType } from "../../tenants/records.ts";
import { allOf, isAddress } from "./all-of.ts";
import type { LoadedSubject, SubjectAccess, SubjectQuery } from "./subject-access.ts";

type PersonQuery = Exclude<SubjectQuery, { readonly invoiceId: string }>;

/** Businesses that apply, with their people. */
export const applicants: SubjectAccess = {
  load: async (context, id) => applicant((await loadKyb(context, id)).state),
  find: async (context, by) => {
    if ("invoiceId" in by) return [];
    return (await allOf(context, kybRecordType)).filter((state) => isWanted(state, by)).map(applicant);
  },
};

function isWanted({ contactEmail, tenantId, answers }: Kyb, by: PersonQuery): boolean {
  if ("tenantId" in by) return tenantId === by.tenantId;
  const people = [...answers.people, ...(answers.company ? [answers.company] : [])];
  return [contactEmail, ...people.map(({ email }) => email)].some((email) => isAddress(email, by.email));
}

function applicant(state: Kyb): LoadedSubject {
  const { id, tenantId, createdAt } = state;
  return {
    ...{ id, tenantId, createdAt, record: state },
    files: state.files.map(({ id, kind, contentType, status, sizeBytes, at }) => {
      return { id, kind, contentType, status, sizeBytes, at };
    }),
    keys: [`applicant:${id}`],
    terms: async (context, endedAt, now) => erasureTerms(await relationshipOf(context, state), endedAt, now),
    erase: async (context) => {
      await context.applicantFiles.erase(`kyb/${id}/`);
      await changeKyb(context, id, (before) => eraseKyb(before, context.clock.now()));
    },
  };
}

/** How it stands with the tenant that a verified business became. */
async function relationshipOf({ store }: StoreContext, { status, tenantId }: Kyb): Promise<Relationship> {
  if (status !== "approved" || tenantId === null) return "none";
  const [row] = await store.read([rowKey(tenantId)]);
  const tenant = loadAggregate(tenantRecordType, row)?.state;
  if (!tenant) return "none";
  return tenant.status === "suspended" ? "ended" : "active";
}
