import { describe, expect, it } from "vitest";
import { refusedLicenses } from "../../../bin/supply/licenses.ts";
import { readBundles } from "./bundles.ts";
import { idleReasons, ungrantedCommands } from "./commands.ts";
import { largeBundles } from "./limits.ts";
import { unsentCommands } from "./reasons.ts";
import { productsOf, stageKinds, stageNameOf } from "./stages.ts";

const { bytes, commands, coldStarts, unlike, placed, packages, having } = await readBundles();

describe("the bundles of every Lambda", () => {
  it("are the same bytes when they are built again, their bill of materials too, wherever they are built", () => {
    expect([unlike, placed]).toEqual([[], []]);
  });

  it("have packages under licenses that were read alone, each as its archive's hash tells it", () => {
    expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(["zod", "@aws-sdk/client-kms", "fontkit"]));
    expect(packages.map(({ name }) => name)).not.toContain("vitest");
    expect(refusedLicenses(packages)).toEqual([]);
    expect(packages.filter(({ sha512 }) => sha512 === undefined)).toEqual([]);
  });

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

  it("carry the judge of passkeys in the Lambdas alone that let operators in by one", () => {
    const judging = having("verifyAuthenticationResponse").toSorted();
    expect(judging).toEqual(["console-passkeys", "screening-console-passkeys"]);
  });
});
