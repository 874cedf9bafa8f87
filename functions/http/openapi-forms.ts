import type { IdPrefix } from "../domain/core/id.ts";

type Shape = Readonly<Record<string, unknown>>;

/** Ids of ours by the names of the properties that hold them, wherever one stands in a reply. */
const idKinds: Readonly<Record<string, IdPrefix>> = {
  invoiceId: "inv",
  paymentId: "pay",
  settlementId: "stl",
  escrowId: "esc",
  milestoneId: "mil",
  reserveId: "rsv",
  alertId: "alr",
  caseId: "cas",
  eventId: "evt",
  endpointId: "whe",
  feeSweepId: "fsw",
  kybId: "kyb",
  reviewId: "rev",
  screenId: "scr",
  monitorId: "mon",
};

/** Properties of replies that hold a moment and whose names do not end in At. */
const moments: ReadonlySet<string> = new Set([
  ...["respondBy", "dueBy", "networkDueBy", "internalDueBy", "dueDate", "since", "at", "now", "ts", "searchedTo"],
]);

/** Days of the calendar. */
const days: ReadonlySet<string> = new Set(["issuedOn", "dueOn", "publishedAt", "earliest", "ruleDate"]);

function formOf(name: string): Shape | undefined {
  if (Object.hasOwn(idKinds, name)) return { pattern: `^${idKinds[name]}_[0-9A-HJKMNP-TV-Z]{26}$` };
  if (days.has(name)) return { format: "date" };
  return /[a-z]At$/.test(name) || moments.has(name) ? { format: "date-time" } : undefined;
}

/** A reply's schema in which every property whose name says so has the form of what it holds: a moment, a day, an id of ours. What a schema says itself wins. */
export function withForms<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withForms) as T;
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => {
    const inner = withForms(value);
    return [key, key === "properties" ? formed(inner) : inner];
  });
  return Object.fromEntries(entries) as T;
}

function formed(properties: Record<string, Shape>): Shape {
  const entries = Object.entries(properties).map(([name, shape]) => {
    const form = formOf(name);
    return [name, form === undefined || !isPlainText(shape) ? shape : { ...shape, ...form }];
  });
  return Object.fromEntries(entries);
}

/** A text, or null, of which nothing is said but that. */
function isPlainText({ type, ...more }: Shape): boolean {
  const isText = type === "string" || (Array.isArray(type) && type.join() === "string,null");
  return isText && ["enum", "const", "format", "pattern", "maxLength"].every((key) => !(key in more));
}
