import * as z from "zod";
import { ownKinds, ownListEntry, ownStatuses } from "../../domain/screening/internal-list.ts";
import { riskCategories } from "../../domain/screening/risk.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, text } from "../../http/schemas.ts";

const served = { caller: "operator", tag: "Own lists", lambda: "own-lists" } as const;

const reason = text(1, 500);
const decision = z.strictObject({ note: text(1, 500).nullable().default(null) });

export const ownListOperations = {
  proposeOwnEntry: operation({
    ...served,
    id: "proposeOwnEntry",
    method: "POST",
    path: "/admin/own-list",
    summary: "Propose an address for the own block or allow list",
    description:
      "It counts once another operator has approved it. A block stops the address everywhere; an allow overrules a review that a provider or a checksum asks for, and never a list's match nor a block.",
    body: z.strictObject({
      kind: z.enum(ownKinds),
      value: z.string(),
      category: z.enum(riskCategories).default("unknown"),
      entity: text(1, 200).nullable().default(null),
      reason,
    }),
    reply: { status: 202, schema: ownListEntry },
    refusals: ["invalid_value", "own_entry_exists", "version_conflict"],
  }),
  listOwnEntries: operation({
    ...served,
    id: "listOwnEntries",
    method: "GET",
    path: "/admin/own-list",
    summary: "List the entries of the own lists, newest first",
    query: listQuery({ status: z.enum(ownStatuses).optional() }),
    reply: { status: 200, schema: listReply(ownListEntry) },
    refusals: ["invalid_cursor"],
  }),
  getOwnEntry: operation({
    ...served,
    id: "getOwnEntry",
    method: "GET",
    path: "/admin/own-list/{id}",
    summary: "Read an entry of the own lists",
    params: idParam("own"),
    reply: { status: 200, schema: ownListEntry },
    refusals: ["not_found"],
  }),
  approveOwnEntry: operation({
    ...served,
    id: "approveOwnEntry",
    method: "POST",
    path: "/admin/own-list/{id}/approve",
    summary: "Agree to an entry, or to its withdrawal, that another operator proposed",
    params: idParam("own"),
    body: decision,
    bodyOptional: true,
    reply: { status: 200, schema: ownListEntry },
    refusals: ["not_found", "second_operator_required", "own_entry_decided", "own_entry_exists", "version_conflict"],
  }),
  rejectOwnEntry: operation({
    ...served,
    id: "rejectOwnEntry",
    method: "POST",
    path: "/admin/own-list/{id}/reject",
    summary: "Refuse what was proposed, or take one's own proposal back",
    params: idParam("own"),
    body: decision,
    bodyOptional: true,
    reply: { status: 200, schema: ownListEntry },
    refusals: ["not_found", "own_entry_decided", "version_conflict"],
  }),
  withdrawOwnEntry: operation({
    ...served,
    id: "withdrawOwnEntry",
    method: "POST",
    path: "/admin/own-list/{id}/withdraw",
    summary: "Propose to take an entry off again",
    description: "It counts until another operator has approved its withdrawal.",
    params: idParam("own"),
    body: z.strictObject({ reason }),
    reply: { status: 202, schema: ownListEntry },
    refusals: ["not_found", "own_entry_decided", "version_conflict"],
  }),
};
