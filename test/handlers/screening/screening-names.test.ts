import { expect, test } from "vitest";
import * as z from "zod";
import { screeningOperations } from "../../../functions/contract/screening.ts";

/** Names that the specification has with an underscore. */
const ofTheSpecification = new Set(["risk_score", "risk_level", "entity_name"]);

function namesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)];
}

const schemas = screeningOperations.flatMap(({ id, body, query, reply }) =>
  [body, query, reply.schema].flatMap((each) => (each === undefined ? [] : [[id, each] as const])),
);

test("every name of the screening interface is in camelCase, but for those of the specification", () => {
  const names = schemas.flatMap(([id, schema]) =>
    namesIn(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })).map((name) => `${id} ${name}`),
  );
  expect(names.length).toBeGreaterThan(100);
  const isOdd = (name: string) => name.includes("_") && !ofTheSpecification.has(name);
  expect(names.filter((name) => isOdd(name.split(" ")[1] ?? ""))).toEqual([]);
});
