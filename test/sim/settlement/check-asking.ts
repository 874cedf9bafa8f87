import type { Asker } from "../../support/world/asker.ts";
import type { World } from "../../support/world/world.ts";
import type { Report } from "./findings.ts";
import type { Seen } from "./seen.ts";

interface PaidResult {
  readonly payment: { readonly invoiceId: string; readonly amountCents: number };
  readonly settlement: { readonly id: string; readonly tenantId: string };
}

function scopeOf({ ask }: Asker): string {
  return `${ask.tenantId} ${ask.operation} ${ask.idempotencyKey}`;
}

function resultOf({ answer }: Asker): PaidResult | undefined {
  const outcome = answer?.kind === "told" ? answer.told.outcome : undefined;
  return outcome?.kind === "result" ? (outcome.result as PaidResult) : undefined;
}

/** Every key made one settlement at most, every settlement has its key, and everyone was told what they asked for. */
export function checkKeys(world: World, seen: Seen, report: Report): void {
  const byScope = new Map<string, string>();
  const told = new Set<string>();
  for (const asker of world.askers) {
    const result = resultOf(asker);
    if (!result) continue;
    const { id, tenantId } = result.settlement;
    const { ask } = asker;
    const before = byScope.get(scopeOf(asker));
    if (before !== undefined && before !== id)
      report("one execution a key", `${scopeOf(asker)}: ${before} and ${id}`);
    if (before === undefined && told.has(id))
      report("a key belongs to its tenant, route and body", `${scopeOf(asker)} was told of another's ${id}`);
    byScope.set(scopeOf(asker), id);
    told.add(id);
    const fits = tenantId === ask.tenantId && result.payment.invoiceId === ask.invoiceId;
    const exact = ask.amountCents === undefined || result.payment.amountCents === ask.amountCents;
    if (!fits || !exact)
      report("a key belongs to its tenant, route and body", `${scopeOf(asker)} was told of ${id}`);
  }
  for (const { state } of seen.settlements)
    if (!told.has(state.id)) report("one execution a key", `nobody was told of ${state.id}`);
  checkReuse(world, report);
}

function checkReuse(world: World, report: Report): void {
  for (const asker of world.askers) {
    const { answer, ask } = asker;
    if (answer?.kind !== "refused" || answer.refusal.code !== "idempotency_key_reuse") continue;
    const others = world.askers.some(
      (other) => scopeOf(other) === scopeOf(asker) && other.ask.fingerprint !== ask.fingerprint,
    );
    if (!others) report("a key belongs to its tenant, route and body", `${scopeOf(asker)} was no reuse`);
  }
}

/** Asks everything again with its key: the same bytes come back, and nothing is written. */
export async function checkReplays(world: World, report: Report): Promise<void> {
  const name = "a replay is identical and writes nothing";
  const commits = world.book.commits;
  const first = world.askers.map(({ answer, ask }) => ({ answer, ask }));
  const again = first.flatMap(({ answer, ask }) => {
    if (answer?.kind !== "told") return [];
    return [{ before: JSON.stringify(answer.told.outcome), asker: world.submit(ask) }];
  });
  if (again.length === 0) return;
  await world.scheduler.settle();
  for (const { before, asker } of again) {
    const told = asker.answer?.kind === "told" ? asker.answer.told : undefined;
    if (!told?.replayed || JSON.stringify(told.outcome) !== before) report(name, scopeOf(asker));
  }
  if (world.book.commits !== commits) report(name, `${world.book.commits - commits} writes`);
  world.askers.length = first.length;
}
