import * as z from "zod";
import { ownKinds, ownListEntry, ownStatuses } from "../../domain/screening/internal-list.ts";
import { riskCategories } from "../../domain/screening/risk.ts";
import { printable, printableLines } from "../../http/printable.ts";
import { idParam } from "../../http/schemas.ts";
import { byStatus, changeOf, creationRange, get, listOf, operationTable, post, recordOf } from "../operation-table.ts";
import { screenedValue } from "./screened-value.ts";

const served = { caller: "operator", tag: "Own lists", lambda: "own-lists" } as const;

const reason = printableLines(1, 500);
const decision = z.strictObject({ note: printableLines(1, 500).nullable().default(null) });

export const ownListOperations = operationTable(served, {
  proposeOwnEntry: post("/admin/own-list", "Propose an address for the own block or allow list", {
    role: "reviewer",
    description:
      "It counts once another operator has approved it. A block stops the address everywhere; an allow overrules a review that a provider or a checksum asks for, and never a list's match nor a block.",
    body: z.strictObject({
      kind: z.enum(ownKinds).describe("whether to block the address or to allow it"),
      value: screenedValue.describe("the address, at most 256 characters"),
      category: z.enum(riskCategories).default("unknown").describe("what the address is listed for"),
      entity: printable(1, 200).nullable().default(null).describe("whose address it is"),
      reason: reason.describe("why; kept in the audit trail"),
    }),
    reply: { status: 202, schema: ownListEntry },
    refusals: ["invalid_value", "own_entry_exists", "version_conflict"],
  }),
  listOwnEntries: get(
    "/admin/own-list",
    "List the entries of the own lists, newest first",
    listOf(ownListEntry, { ...byStatus(ownStatuses), ...creationRange }),
  ),
  getOwnEntry: get("/admin/own-list/{id}", "Read an entry of the own lists", recordOf(idParam("own"), ownListEntry)),
  approveOwnEntry: post(
    "/admin/own-list/{id}/approve",
    "Agree to an entry, or to its withdrawal, that another operator proposed",
    {
      role: "reviewer",
      ...changeOf(idParam("own"), ownListEntry, "second_operator_required", "own_entry_decided", "own_entry_exists"),
      body: decision,
      bodyOptional: true,
    },
  ),
  rejectOwnEntry: post("/admin/own-list/{id}/reject", "Refuse what was proposed, or take one's own proposal back", {
    role: "reviewer",
    ...changeOf(idParam("own"), ownListEntry, "own_entry_decided"),
    body: decision,
    bodyOptional: true,
  }),
  withdrawOwnEntry: post("/admin/own-list/{id}/withdraw", "Propose to take an entry off again", {
    role: "reviewer",
    description: "It counts until another operator has approved its withdrawal.",
    params: idParam("own"),
    body: z.strictObject({ reason: reason.describe("why; kept in the audit trail") }),
    reply: { status: 202, schema: ownListEntry },
    refusals: ["not_found", "own_entry_decided", "version_conflict"],
  }),
});
