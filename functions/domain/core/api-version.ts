/** A JSON body or query, by field. */
type Fields = Readonly<Record<string, unknown>>;

/** How operations looked before a version: what was sent in the older shape as the newer one has it, and what is answered in the newer as the older had it. */
export interface ShapeChange {
  /** The ids of the operations in the document; a list has the shape of its page. */
  readonly operations: readonly string[];
  readonly body?: (older: Fields) => Fields;
  readonly query?: (older: Fields) => Fields;
  readonly reply?: (newer: Fields) => Fields;
}

/** A version of the interface: everything that is answered and sent looks as it did on its date. */
export interface ApiVersion {
  /** Its name, a date such as 2026-11-01. */
  readonly date: string;
  /** What it changed for those who call, a sentence of Markdown each, as the changelog shows it. */
  readonly changes: readonly string[];
  /** What turns its shapes into those of the version before it, and back; none of the first. */
  readonly shapes?: readonly ShapeChange[];
}

/** Versions, the oldest first; there is always one. */
export type ApiVersions = readonly [ApiVersion, ...ApiVersion[]];

/** Every version, the oldest first. A change that would break a caller is a new line; whatever only adds is none. */
export const apiVersions: ApiVersions = [{ date: "2026-11-01", changes: ["The first version."] }];

/** The first of all versions, in which accounts are that were there before versions were. */
export const firstApiVersion = apiVersions[0].date;

/** The newest of some versions: the shapes that the code has. */
export function newestOf(versions: ApiVersions): string {
  return versions[versions.length - 1]?.date ?? versions[0].date;
}

/** The version whose shapes the code has: what a new account is pinned to, and what events are written in. */
export const currentApiVersion: string = newestOf(apiVersions);

/** A version as a caller is served in it. */
export interface ServedVersion {
  readonly date: string;
  /** When the next version took its place, a date; null while it is the newest. */
  readonly supersededOn: string | null;
  /** The versions after it, the oldest first. */
  readonly newer: readonly ApiVersion[];
}

/** The version of that date; undefined where there is none. */
export function servedVersion(versions: ApiVersions, date: string): ServedVersion | undefined {
  const at = versions.findIndex((version) => version.date === date);
  if (at < 0) return undefined;
  const newer = versions.slice(at + 1);
  return { date, supersededOn: newer[0]?.date ?? null, newer };
}

/** The version that an account is pinned to; one that is served no more is the oldest that is. */
export function pinnedVersion(versions: ApiVersions, pinned: string): ServedVersion {
  const [oldest] = versions;
  const date = versions.findLast((version) => version.date <= pinned)?.date ?? oldest.date;
  return servedVersion(versions, date) ?? { date: oldest.date, supersededOn: null, newer: [] };
}

function changesOf(versions: readonly ApiVersion[], operation: string): ShapeChange[] {
  const changes = versions.flatMap(({ shapes = [] }) => shapes);
  return changes.filter(({ operations }) => operations.includes(operation));
}

/** What was sent in a version, as the code reads it. */
export function upgradeFields(
  { newer }: ServedVersion,
  operation: string,
  part: "body" | "query",
  sent: unknown,
): unknown {
  if (!isFields(sent)) return sent;
  return changesOf(newer, operation).reduce<Fields>((fields, change) => change[part]?.(fields) ?? fields, sent);
}

/** What the code answers, as a version has it. */
export function downgradeAnswer({ newer }: ServedVersion, operation: string, answer: unknown): unknown {
  if (!isFields(answer)) return answer;
  const changes = changesOf(newer, operation).toReversed();
  return changes.reduce<Fields>((fields, change) => change.reply?.(fields) ?? fields, answer);
}

/** What an answer embeds, alone or in a page of a list, as a version has it; `expands` names the operations that the embedded looks like. */
export function downgradeExpansions(
  version: ServedVersion,
  expands: Readonly<Record<string, string>> | undefined,
  answer: unknown,
): unknown {
  if (expands === undefined || !isFields(answer)) return answer;
  const older = (record: Fields): Fields => {
    const fields = Object.entries(expands).flatMap(([name, operation]) => {
      const embedded = record[name];
      if (embedded === undefined) return [];
      const each = (value: unknown) => downgradeAnswer(version, operation, value);
      return [[name, Array.isArray(embedded) ? embedded.map(each) : each(embedded)]];
    });
    return { ...record, ...Object.fromEntries(fields) };
  };
  return ofEach(older)(answer);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A change of a record as a change of what shows it, alone or as a page of a list. */
export function ofEach(change: (record: Fields) => Fields): (answer: Fields) => Fields {
  return (answer) => {
    const { data } = answer;
    return Array.isArray(data) && "nextCursor" in answer ? { ...answer, data: data.map(change) } : change(answer);
  };
}
