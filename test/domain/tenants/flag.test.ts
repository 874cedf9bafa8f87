import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FlagKey, Flags, flagKeys, sandboxOnlyFlags } from "../../../functions/domain/tenants/flag.ts";
import { noon } from "../../support/core/samples.ts";

const offByDefault: readonly FlagKey[] = ["escrow.rail.fiat", "vendor.conversion.hifi"];

function set(enabled: boolean, note: string | null = null) {
  return { enabled, note, at: noon, actor: "operator:one" };
}

describe("flags", () => {
  test("are the specification's twelve", () => {
    expect(flagKeys).toHaveLength(12);
    expect(new Set(flagKeys).size).toBe(12);
  });

  test.each(flagKeys)("%s has its default where nobody said anything", (key) => {
    const enabled = !offByDefault.includes(key);
    expect(new Flags({}, {}).effective(key)).toEqual({ key, enabled, source: "default", note: null });
  });

  test("a tenant's override wins over the global setting, and that over the default", () => {
    const reply = fc.option(fc.boolean(), { nil: undefined });
    fc.assert(
      fc.property(fc.constantFrom(...flagKeys), reply, reply, (key, global, tenant) => {
        const flags = new Flags(
          global === undefined ? {} : { [key]: set(global, "global") },
          tenant === undefined ? {} : { [key]: set(tenant, "tenant") },
        );
        const expected = tenant ?? global ?? !offByDefault.includes(key);
        const source = tenant !== undefined ? "tenant" : global !== undefined ? "global" : "default";
        expect(flags.on(key)).toBe(expected);
        expect(flags.effective(key)).toMatchObject({ source, note: source === "default" ? null : source });
      }),
      { numRuns: 10_000 },
    );
  });

  test("are all shown, each once", () => {
    const shown = new Flags({ "escrow.enabled": set(false) }, {}).all();
    expect(shown.map(({ key }) => key)).toEqual(flagKeys);
    expect(shown.filter(({ enabled }) => !enabled).map(({ key }) => key)).toEqual([
      "vendor.conversion.hifi",
      "escrow.enabled",
      "escrow.rail.fiat",
    ]);
  });

  test("that loosen a safeguard are for the sandbox only", () => {
    expect([...sandboxOnlyFlags].sort()).toEqual(["idempotency.require", "kyt.screening.enforce"]);
  });
});
