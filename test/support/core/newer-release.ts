import * as z from "zod";
import { signupRecordType } from "../../../functions/app/access/request-access.ts";
import type { RecordType } from "../../../functions/app/core/aggregate.ts";
import { claimBody } from "../../../functions/app/core/idempotency-claim.ts";
import type { Row, Store, Write } from "../../../functions/app/core/ports.ts";
import { operatorActionRecordType } from "../../../functions/app/core/record-action.ts";
import { alertRecordType } from "../../../functions/app/disputes/alert-record.ts";
import { caseRecordType } from "../../../functions/app/disputes/case-record.ts";
import { programRecordType } from "../../../functions/app/disputes/programs.ts";
import { escrowRecordType } from "../../../functions/app/escrow/record.ts";
import { customerRecordType } from "../../../functions/app/invoicing/customer-record.ts";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import { kybRecordType } from "../../../functions/app/onboarding/record.ts";
import { closeRecordType } from "../../../functions/app/reconciliation/close-record.ts";
import { approvalRecordType, reviewFileRecordType } from "../../../functions/app/review/records.ts";
import { accountRecordType } from "../../../functions/app/screening/account-record.ts";
import { internalListRecordType, ownEntries } from "../../../functions/app/screening/internal-list-record.ts";
import { catalogueRecordType } from "../../../functions/app/screening/list-catalogue.ts";
import { monitorRecordType } from "../../../functions/app/screening/monitors.ts";
import { screenRecordType } from "../../../functions/app/screening/screen-record.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { brandRecordType } from "../../../functions/app/tenants/brands.ts";
import {
  apiKeyRecordType,
  feeScopeRecordType,
  flagScopeRecordType,
  tenantRecordType,
} from "../../../functions/app/tenants/records.ts";
import { webhookRecordType } from "../../../functions/app/webhooks/record.ts";
import { bodyToStore } from "../../../functions/domain/core/stored-body.ts";
import { mailing } from "../../../functions/domain/mail/mailing.ts";
import { monthCounters } from "../../../functions/domain/settlement/counters.ts";
import { endpointHealth } from "../../../functions/domain/webhooks/endpoint-health.ts";
import { replay } from "../../../functions/domain/webhooks/replay.ts";
import { delivery } from "../../../functions/domain/webhooks/webhook.ts";
import type { MemoryStore } from "./memory-store.ts";

/** What a newer release wrote into every object of a row, under a name that this one has no field for. */
export const newerMark = "written by a newer release";
const name = "newerField";

const recordTypes: readonly Pick<RecordType<never>, "type" | "schema">[] = [
  ...[settlementRecordType, escrowRecordType, invoiceRecordType, alertRecordType, caseRecordType, programRecordType],
  ...[tenantRecordType, apiKeyRecordType, flagScopeRecordType, feeScopeRecordType, brandRecordType, kybRecordType],
  ...[webhookRecordType, approvalRecordType, reviewFileRecordType, signupRecordType, closeRecordType],
  ...[accountRecordType, monitorRecordType, screenRecordType, internalListRecordType, catalogueRecordType],
  ...[operatorActionRecordType, customerRecordType],
] as never;

const head = z.object({ seq: z.int(), hash: z.string() });

/** The schemas of the rows that are written more than once, by their type. */
const schemas = new Map<string, z.ZodType>([
  ...recordTypes.map(({ type, schema }) => [type, z.object({ state: schema as z.ZodType, head })] as const),
  ...Object.entries({ delivery, endpoint_health: endpointHealth, replay, letter: mailing }),
  // Its days are records of whole numbers, which checks read without a schema.
  ["tally", monthCounters.omit({ days: true })],
  ...Object.entries({ claim: claimBody, own_entries: ownEntries }),
]);

interface Definition {
  readonly type: string;
  readonly shape: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly element: z.ZodType;
  readonly valueType: z.ZodType;
  readonly innerType: z.ZodType;
  readonly in: z.ZodType;
  readonly out: z.ZodType;
  readonly options: readonly z.ZodType[];
}

function definitionOf(schema: z.ZodType | undefined): Definition | undefined {
  return schema?.def as unknown as Definition | undefined;
}

/** A body as a newer release would have written it: with one more field in every object that a schema has. */
function marked(schema: z.ZodType | undefined, value: unknown): unknown {
  const definition = definitionOf(schema);
  if (!definition || value === null || typeof value !== "object") return value;
  if (definition.type === "pipe") {
    const isPrepared = definitionOf(definition.in)?.type === "transform";
    return marked(isPrepared ? definition.out : definition.in, value);
  }
  if (definition.type === "union")
    return marked(
      definition.options.find((option) => option.safeParse(value).success),
      value,
    );
  if (definition.type === "array" && Array.isArray(value)) return value.map((item) => marked(definition.element, item));
  if (definition.type === "record") return mapped(value, () => definition.valueType);
  if (definition.type !== "object") return marked(definition.innerType, value);
  const fields = mapped(value, (field) => definition.shape[field]);
  return definitionOf(definition.catchall)?.type === "never" ? fields : { ...fields, [name]: newerMark };
}

function mapped(value: object, schemaOf: (field: string) => z.ZodType | undefined): object {
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, marked(schemaOf(field), each)]));
}

/** A row as a newer release would have written it; one of a type that is only ever replaced whole stays as it is. */
export function asNewer(row: Row): Row {
  const schema = schemas.get(row.type);
  return schema ? { ...row, body: marked(schema, row.body) } : row;
}

/** A thing that took another's place is told by the first of these that either has. */
const identities = ["id", "key", "token", "at", "since"];

function isAnother(was: unknown, is: unknown): boolean {
  if (!isFields(was) || !isFields(is)) return false;
  const telling = identities.find((each) => was[each] !== undefined || is[each] !== undefined);
  return telling !== undefined && was[telling] !== is[telling];
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Where what a newer release wrote is gone although the object is still there: at the same place, or in a list under the same id. */
function marksLost(before: unknown, after: unknown, path = ""): string[] {
  if (Array.isArray(before) && Array.isArray(after))
    return before.flatMap((item, at) => {
      const same = isFields(item) && after.find((each) => isFields(each) && isTheSame(item, each));
      return same ? marksLost(item, same, `${path}[${at}]`) : [];
    });
  if (!isFields(before) || !isFields(after)) return [];
  const own = before[name] !== undefined && after[name] === undefined ? [path] : [];
  return [
    ...own,
    ...Object.keys(before).flatMap((field) => {
      const [was, is] = [before[field], after[field]];
      return isAnother(was, is) ? [] : marksLost(was, is, `${path}.${field}`);
    }),
  ];
}

/** Items that are still themselves: by their id, else with every field as it was. */
function isTheSame(before: Fields, after: Fields): boolean {
  if (typeof before.id === "string") return before.id === after.id;
  return withoutMarks(before) === withoutMarks(after);
}

function withoutMarks(value: unknown): string {
  return JSON.stringify(value, (field, each) => (field === name ? undefined : each));
}

/** What came of rows that a newer release had written. */
export interface NewerFindings {
  /** Types of rows that were written over the newer release's. */
  readonly rewritten: Set<string>;
  readonly lost: Set<string>;
}

/** Rows that one process works on from what it read: nobody of another release writes a claim meanwhile, and these others only as they come into being. */
const held = ["claim"];
const heldOnceRead = ["delivery", "letter"];

/** A store that processes of a newer release write to as well: now and then one of them writes anew what was just written, with its own fields. Says what of those this release loses. */
export function newerStore(
  store: Store,
  table: () => MemoryStore,
  isWrittenAnew: () => boolean,
  { rewritten, lost }: NewerFindings,
): Store {
  const compare = (write: Write) => {
    if (!("put" in write) || typeof write.expect !== "number") return;
    const { put } = write;
    const [row] = table().readNow([{ pk: put.pk, sk: put.sk }]);
    if (row?.v !== write.expect || !JSON.stringify(row.body).includes(newerMark)) return;
    rewritten.add(put.type);
    for (const path of marksLost(row.body, JSON.parse(JSON.stringify(bodyToStore(put.body)))))
      lost.add(`${put.type}${path}`);
  };
  return {
    read: (keys) => store.read(keys),
    page: (query) => store.page(query),
    write: async (writes, nonce) => {
      for (const write of writes) compare(write);
      const written = await store.write(writes, nonce);
      for (const write of writes) {
        if (!written.ok || !("put" in write)) continue;
        const { pk, sk, v, type, index } = write.put;
        // What comes into being in no index is a sender's claim, who works on it.
        const isHeld = held.includes(type) || (heldOnceRead.includes(type) && (v > 1 || index === undefined));
        if (!schemas.has(type) || isHeld) continue;
        const [row] = table().readNow([{ pk, sk }]);
        if (row?.v !== v || !isWrittenAnew()) continue;
        table().writeNow([{ put: { ...asNewer(row), v: v + 1 }, expect: v }], `newer-${pk}-${sk}-${v}`);
      }
      return written;
    },
  };
}
