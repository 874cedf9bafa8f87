import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { gatewaySchema, gatewayShapeOf } from "./gateway-golden.ts";
import { productsOf, type StageType, stageKinds } from "./stages.ts";
import { statefulOf, statefulSchema } from "./stateful.ts";
import type { Product } from "./templates.ts";

const goldenSchema = z.record(z.string(), z.strictObject({ stateful: statefulSchema, gateway: gatewaySchema }));

const folder = new URL("../golden/", import.meta.url);

/** What deployed stages have of a product and an update must leave as it is. */
export type Golden = z.infer<typeof goldenSchema>[string];

/** What is on record for each product of a stage of this kind. */
export function readGolden(kind: StageType): Readonly<Record<string, Golden>> {
  return goldenSchema.parse(JSON.parse(readFileSync(new URL(`${kind}.json`, folder), "utf8")));
}

function goldenOf(product: Product): Golden {
  return { stateful: statefulOf(product), gateway: gatewayShapeOf(product) };
}

/** Puts on record what the templates have now. */
export function recordGolden(): void {
  mkdirSync(folder, { recursive: true });
  for (const kind of stageKinds) {
    const golden = Object.fromEntries(productsOf(kind).map((each) => [each.name, goldenOf(each)]));
    writeFileSync(new URL(`${kind}.json`, folder), `${JSON.stringify(golden, null, 2)}\n`);
  }
}
