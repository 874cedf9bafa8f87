/** How much of what, by name; below nothing where something is taken back. */
export type ShownCounts = Readonly<Record<string, number>>;

function difference(before: ShownCounts, after: ShownCounts): ShownCounts {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const moved = [...names].map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const);
  return Object.fromEntries(moved.filter(([, howMany]) => howMany !== 0));
}

export function addedUp(all: readonly ShownCounts[]): ShownCounts {
  const total: Record<string, number> = {};
  for (const each of all)
    for (const [name, howMany] of Object.entries(each)) total[name] = (total[name] ?? 0) + howMany;
  return total;
}

/** What a record adds when it comes into being, and moves when it changes: what it stands for now, less what it stood for before. */
export function moves<S>(standsFor: (state: S) => ShownCounts): (before: S | null, next: S) => ShownCounts {
  return (before, next) => difference(before === null ? {} : standsFor(before), standsFor(next));
}
