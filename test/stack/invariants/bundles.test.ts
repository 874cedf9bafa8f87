import { describe, expect, it } from "vitest";
import { readBundles } from "./bundles.ts";
import { idleReasons, ungrantedCommands } from "./commands.ts";
import { largeBundles } from "./limits.ts";
import { unsentCommands } from "./reasons.ts";
import { productsOf, stageKinds, stageNameOf } from "./stages.ts";

const { bytes, commands, coldStarts } = await readBundles();

describe("the bundles of every Lambda", () => {
  it("have SDK commands that the scan finds", () => {
    expect(commands.get("pay")).toContain("TransactWriteItemsCommand");
    expect(commands.get("send-mail")).toContain("SendEmailCommand");
    expect(commands.get("assets")).toEqual([]);
  });

  it.each(stageKinds)("invariant 11: send nothing that stage kind %s does not grant", (kind) => {
    const violations = productsOf(kind).map((each) =>
      ungrantedCommands(each, stageNameOf(kind), commands, unsentCommands),
    );
    expect(violations.flat()).toEqual([]);
  });

  it("have no reason on record that nothing needs", () => {
    const idle = stageKinds.map((kind) => idleReasons(productsOf(kind), stageNameOf(kind), commands, unsentCommands));
    expect(idle[0]?.filter((each) => idle.every((others) => others.includes(each)))).toEqual([]);
  });

  it("invariant 10: unpack to less than Lambda takes", () => {
    expect(largeBundles(bytes)).toEqual([]);
  });

  it("start without the adapters of any rail, conversion or screen: they load the one that is configured", () => {
    const vendors = /^functions\/adapters\/(mock|bridge|hifi)\/|^functions\/adapters\/http\/screen-kyt/;
    const found = [...coldStarts].map(([name, files]) => [name, files.filter((file) => vendors.test(file))]);
    const those = [
      "pay",
      "refunds",
      "escrow-money",
      "settlement-disburse",
      "outbox",
      "sweep-look-ups",
      "vendor-callbacks",
    ];
    expect([...coldStarts.keys()]).toEqual(expect.arrayContaining(those));
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(found.map(([name]) => [name, []])));
    expect(coldStarts.get("pay")).toContain("functions/wiring/rails/vendors.ts");
  });
});
