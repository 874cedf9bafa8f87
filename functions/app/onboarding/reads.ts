import { Refusal } from "../../domain/core/refusal.ts";
import type { Kyb, KybHops } from "../../domain/onboarding/kyb.ts";
import { letsIn } from "../../domain/onboarding/links.ts";
import { type Entry, entry, hopWrites, type Loaded, loaded } from "../core/aggregate.ts";
import { secretDigest } from "../core/api-key.ts";
import { change, type Plan } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { type Listed, type ListRequest, listAggregates } from "../core/list.ts";
import type { Row, Write } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { kybKind, kybLinkKey, kybList } from "./record.ts";

/** The token of a link: 256 bits. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

function kybIn(row: Row | undefined): Loaded<Kyb> {
  const found = row?.type === kybKind.type ? loaded(kybKind, row) : undefined;
  if (!found) throw new Refusal("not_found", "no such application");
  return found;
}

/** The application with this id. */
export async function loadKyb(desk: Pick<Desk, "book">, id: string): Promise<Loaded<Kyb>> {
  const [row] = await desk.book.read([rowKey(id)]);
  return kybIn(row);
}

/** The application that a link's token opens. A token that was never given out is not found; one that lets nobody in any more is `link_expired`. */
export async function kybByLink(desk: Pick<Desk, "book" | "clock">, token: string): Promise<Loaded<Kyb>> {
  const sha256 = secretDigest(token);
  const [link] = tokenForm.test(token) ? await desk.book.read([kybLinkKey(sha256)]) : [];
  if (!link) throw new Refusal("not_found", "no such link");
  const found = await loadKyb(desk, (link.body as { kybId: string }).kybId);
  if (!letsIn(found.state, sha256, desk.clock.now()))
    throw new Refusal("link_expired", "this link has expired or was taken back");
  return found;
}

/** Applications, newest first, of one status where it is asked for. */
export function listKyb(
  desk: Pick<Desk, "book">,
  { status, ...asked }: ListRequest & { readonly status?: Kyb["status"] | undefined },
): Promise<Listed<Kyb>> {
  return listAggregates(desk, kybKind, kybList(status), asked);
}

/** An applicant's tabs and devices, the letters' worker and the partner's answer may all be at it at once. */
const most = 8;

/** What a decision answers that is neither a change nor a refusal. */
interface Aside<T> {
  readonly aside: T;
}

/** An application after a decision, or as it stands beside an answer. */
interface Changed<T> {
  readonly found: Loaded<Kyb>;
  readonly aside?: T;
}

/** Changes an application. `decide` may answer something else than hops, as an aside; then nothing is written. */
export async function changeKyb<T = never>(
  desk: Desk,
  id: string,
  decide: (state: Kyb) => KybHops | Refusal | Aside<T>,
  also: readonly Write[] = [],
): Promise<Changed<T>> {
  return change(
    desk,
    async (): Promise<Plan<Changed<T>> | Refusal> => {
      const found = await loadKyb(desk, id);
      const decided = decide(found.state);
      if (decided instanceof Refusal) return decided;
      if ("aside" in decided) return { writes: [], result: { found, aside: decided.aside } };
      const { writes, after } = hopWrites(found, decided, desk);
      return { writes: writes.length === 0 ? [] : [...writes, ...also], result: { found: after } };
    },
    most,
  );
}

/** Audit entries that a read shows at most. */
const historyLimit = 500;

/** An application and its audit trail in one call, the oldest entry first. */
export async function readKyb(
  desk: Pick<Desk, "book">,
  id: string,
): Promise<{ readonly state: Kyb; readonly entries: readonly Entry[] }> {
  const rows = await desk.book.page({ pk: id, limit: historyLimit, newestFirst: true });
  const { state } = kybIn(rows.find(({ sk }) => sk === "row"));
  const trail = rows.filter(({ type }) => type === "entry").toReversed();
  return { state, entries: trail.map((each) => entry.parse(each.body)) };
}
