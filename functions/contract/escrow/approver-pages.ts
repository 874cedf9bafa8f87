import * as z from "zod";
import { get, operationTable, post } from "../operation-table.ts";
import { publicPage } from "../shared/locale.ts";

const page = {
  ...publicPage,
  params: z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  refusals: ["not_found"],
  lambda: "escrow-approval",
} as const;

/** What a form of these pages is good for. */
export const approvalPurpose = "escrow approval";

export const approverOperations = operationTable(page, {
  showEscrowApproval: get("/a/{token}", "The terms of an escrow for one of its approvers, and a form to decide by"),
  decideEscrowApproval: post("/a/{token}", "Record what an approver decided by their own link", {
    body: z.strictObject({ decision: z.string().default(""), note: z.string().default("") }),
    refusals: ["not_found", "foreign_form", "version_conflict"],
  }),
});
