import { describe, expect, test } from "vitest";
import { deliveredData, deliveredExample, eventObjects } from "../../../functions/contract/webhooks/event-schemas.ts";
import { eventNames, eventSubjectOf } from "../../../functions/domain/core/event.ts";
import { resourceNames } from "../../../functions/domain/webhooks/resource-names.ts";

describe.each(eventNames)("%s as it is documented", (name) => {
  const schema = deliveredData[name];
  const example = deliveredExample(name);

  test("has an example with every field of it and no other", () => {
    expect(schema.strict().safeParse(example).error?.issues).toBeUndefined();
    expect(Object.keys(example).toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });

  test("has a resource's name for all that it names otherwise", () => {
    const renamed = Object.entries(resourceNames(name));
    for (const [old, current] of renamed) expect(example[current]).toEqual(example[old]);
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(renamed.flat()));
  });

  test("shows nothing in its object that lets somebody in", () => {
    const hidden = ["hostedUrl", "collectionLink", "statusUrl", "sourceDepositInstructions", "bankAccount", "raw"];
    const shown = Object.keys(eventObjects[eventSubjectOf(name)].shape);
    expect(shown.filter((field) => hidden.includes(field))).toEqual([]);
  });
});
