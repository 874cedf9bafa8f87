import { z } from "zod";
import { gatewayResources, isVariable } from "./gateway-paths.ts";
import type { Product } from "./templates.ts";

const apiSchema = z.strictObject({
  /** The variable child of a path. */
  variables: z.record(z.string(), z.string()),
  /** The paths of a nested stack. */
  paths: z.record(z.string(), z.array(z.string())),
});

/** The shape of a product's APIs that deployed stages have, by API. */
export const gatewaySchema = z.record(z.string(), apiSchema);

export type GatewayShape = z.infer<typeof gatewaySchema>;

/** The shape that a product's templates have. */
export function gatewayShapeOf(product: Product): GatewayShape {
  const byApi = Map.groupBy(gatewayResources(product), ({ api }) => api);
  const shapes = [...byApi].map(([api, resources]) => {
    const variables = resources.filter(isVariable).map(({ parent, part }) => [parent || "/", part] as const);
    const places = Map.groupBy(resources, ({ place }) => place);
    const paths = [...places].map(([place, inside]) => [place, inside.map(({ path }) => path).sort()] as const);
    return [api, { variables: sorted(variables), paths: sorted(paths) }] as const;
  });
  return sorted(shapes);
}

/** Invariant 2: a path that is served keeps its variable child and its nested stack. */
export function changedGateway(product: Product, golden: GatewayShape): string[] {
  const now = gatewayShapeOf(product);
  return Object.entries(golden).flatMap(([api, before]) => {
    const after = now[api] ?? { variables: {}, paths: {} };
    const places = stackByPath(after);
    const variables = Object.entries(before.variables).filter(
      ([parent, child]) => (after.variables[parent] ?? child) !== child,
    );
    const paths = [...stackByPath(before)].filter(([path, place]) => places.get(path) !== place);
    return [
      ...variables.map(
        ([parent, child]) =>
          `${product.name}: ${api} has ${after.variables[parent]} below ${parent} where stages have ${child}, and an update makes the new one before it removes the old, which API Gateway refuses: keep ${child}.`,
      ),
      ...paths.map(([path, place]) =>
        places.has(path)
          ? `${product.name}: ${api} has ${path} in ${places.get(path)} where stages have it in ${place}, and an update makes the new one before it removes the old, which API Gateway refuses: leave it in ${place}.`
          : `${product.name}: ${api} has no ${path} any more, and what is removed is served until the deployment after: name it in lib/api/retired-paths.ts for a release, then record its end with npm run golden.`,
      ),
    ];
  });
}

/** What a change of the shape must put on record: paths and variable children that no stage has yet. */
export function unrecordedGateway(product: Product, golden: GatewayShape): string[] {
  return Object.entries(gatewayShapeOf(product)).flatMap(([api, after]) => {
    const known = stackByPath(golden[api] ?? { variables: {}, paths: {} });
    const added = [...stackByPath(after).keys()].filter((path) => !known.has(path));
    return added.map(
      (path) =>
        `${product.name}: ${api} has ${path}, which is not in test/stack/golden: record it with npm run golden.`,
    );
  });
}

function stackByPath({ paths }: GatewayShape[string]): Map<string, string> {
  return new Map(Object.entries(paths).flatMap(([place, inside]) => inside.map((path) => [path, place])));
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
