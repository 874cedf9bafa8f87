import { describe, expect, test } from "vitest";
import type { Screening } from "../../../functions/app/gate/ports.ts";
import { screenAddress, screenWallet } from "../../../functions/app/gate/screen-wallet.ts";
import type { ScreenVerdict } from "../../../functions/domain/gate/payout-gate.ts";
import { type FlagKey, Flags } from "../../../functions/domain/tenants/flag.ts";
import { MemoryMeter } from "../../support/core/memory-log.ts";

const address = "0xde709f2102306220921060314715629080e2fb77";
const input = { key: "stl_1:collection:1", address, chain: "base", stage: "collection" } as const;
const blocked: ScreenVerdict = { status: "complete", action: "block", ref: "scr_1", riskLevel: "critical" };
const unavailable: ScreenVerdict = { status: "error", action: null, ref: null, riskLevel: null };
const unenforced: ScreenVerdict = { status: "complete", action: "allow", ref: null, riskLevel: null };

const on = new Flags({}, {});
function off(key: FlagKey): Flags {
  return new Flags({ [key]: { enabled: false, note: null, at: "2026-11-18T12:00:00.000Z", actor: "op_1" } }, {});
}

/** A gate before a provider that says one thing, or cannot be reached. */
function gateOf({ live = false, mock = false, says = blocked as ScreenVerdict | Error } = {}) {
  const asked: unknown[] = [];
  const screening: Screening = {
    name: "stand-in",
    mock,
    screen: async (what) => {
      asked.push(what);
      if (says instanceof Error) throw says;
      return says;
    },
  };
  return { context: { screening, live, meter: new MemoryMeter() }, asked };
}

describe("the gate before a wallet", () => {
  test.each(["", "   "])("has nobody to ask about the address %j, and lets nothing pass", async (none) => {
    const { context, asked } = gateOf();
    expect(await screenAddress(context, off("kyt.screening.enforce"), { ...input, address: none })).toEqual(
      unavailable,
    );
    expect(asked).toEqual([]);
  });

  test("buys each screen under the key of settlement, stage and round", async () => {
    const { context, asked } = gateOf();
    const { key, ...rest } = input;
    expect(await screenWallet(context, on, { settlementId: "stl_1", round: 1, ...rest })).toEqual(blocked);
    expect(asked).toEqual([{ key, ...rest }]);
  });

  test("is open without a question where a sandbox switched it off", async () => {
    const { context, asked } = gateOf();
    expect(await screenAddress(context, off("kyt.screening.enforce"), input)).toEqual(unenforced);
    expect(asked).toEqual([]);
  });

  test("cannot be switched off in production", async () => {
    const { context, asked } = gateOf({ live: true });
    expect(await screenAddress(context, off("kyt.screening.enforce"), input)).toEqual(blocked);
    expect(asked).toEqual([input]);
  });

  test("is closed where the mock provider is switched off, and the flag closes no other", async () => {
    const mock = gateOf({ mock: true });
    expect(await screenAddress(mock.context, off("kyt.adapter.mock"), input)).toEqual(unavailable);
    expect(mock.asked).toEqual([]);
    expect(await screenAddress(mock.context, on, input)).toEqual(blocked);
    const real = gateOf();
    expect(await screenAddress(real.context, off("kyt.adapter.mock"), input)).toEqual(blocked);
  });

  test.each([
    ["cannot be reached", new Error("reset")],
    ["says that it cannot tell", unavailable],
  ])("counts a provider that %s as unavailable", async (_, says) => {
    const { context } = gateOf({ says });
    expect(await screenAddress(context, on, input)).toEqual(unavailable);
    expect(context.meter.values).toEqual({ ScreeningUnavailable: [1] });
  });

  test("counts no answer that is one", async () => {
    const { context } = gateOf();
    await screenAddress(context, on, input);
    expect(context.meter.values).toEqual({});
  });
});
