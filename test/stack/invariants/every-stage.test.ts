import { describe, expect, it } from "vitest";
import { readGolden } from "./golden.ts";
import { productsOf, stageKinds } from "./stages.ts";
import { changedIndexes, changedStateful } from "./stateful-golden.ts";
import type { Product } from "./templates.ts";

describe.each(stageKinds)("the templates of stage kind %s", (kind) => {
  const golden = readGolden(kind);
  const violations = (rule: (product: Product) => readonly string[]) => productsOf(kind).flatMap(rule);

  it("keep every logical id, key and secret of what deployed stages hold", () => {
    expect(violations((product) => changedStateful(product, golden[product.name]?.stateful ?? {}))).toEqual(
      [],
    );
  });

  it("change one index of a table in an update", () => {
    expect(violations((product) => changedIndexes(product, golden[product.name]?.stateful ?? {}))).toEqual(
      [],
    );
  });
});
