import { applicants } from "./applicants.ts";
import { payers } from "./payers.ts";
import { requesters } from "./requesters.ts";
import type { SubjectAccesses } from "./subject-access.ts";

/** What is looked up, exported and erased, by kind. One more is an entry here and one in `domain/operations/erasable-types.ts`. */
export const subjectAccesses: SubjectAccesses = {
  application: applicants,
  access_request: requesters,
  payment: payers,
};
