import { dirname, join } from "node:path/posix";
import type { Source } from "./sources.ts";

/** The relative imports of a file, as paths from the root. */
function importsOf({ path, text }: Source): string[] {
  const specifiers = text.matchAll(/(?:from|import) ?\(?"(\.{1,2}\/[^"\n]+)"/g);
  return [...specifiers].map(([, specifier]) => join(dirname(path), specifier ?? ""));
}

/** The noun of a file of domain or app; undefined where it stands in no noun's folder. */
function nounOf(path: string): string | undefined {
  return /^functions\/(?:domain|app)\/([^/]+)\//.exec(path)?.[1];
}

/** Which nouns each noun imports, in domain and app together. */
export function nounGraph(sources: readonly Source[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const source of sources) {
    const from = nounOf(source.path);
    if (from === undefined) continue;
    const reached = graph.get(from) ?? new Set();
    graph.set(from, reached);
    for (const path of importsOf(source)) {
      const to = nounOf(path);
      if (to !== undefined && to !== from) reached.add(to);
    }
  }
  return graph;
}

/** The groups of nouns that reach one another in a circle, largest first (Tarjan's strongly connected components). */
export function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (noun: string): number => {
    const at = order.size;
    order.set(noun, at);
    let lowest = at;
    stack.push(noun);
    for (const next of graph.get(noun) ?? []) {
      if (!order.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, low.get(next) ?? order.get(next) ?? at);
    }
    low.set(noun, lowest);
    if (lowest === at) {
      const circle = stack.splice(stack.indexOf(noun));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return lowest;
  };
  for (const noun of graph.keys()) if (!order.has(noun)) visit(noun);
  return circles.sort((one, other) => other.length - one.length);
}
