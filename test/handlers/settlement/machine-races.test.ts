import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Conversion, Rail } from "../../../functions/app/rails/ports.ts";
import {
  awaitCollection,
  convertFunds,
  disburseFunds,
  type SettlementContext,
  screenBeforeConversion,
} from "../../../functions/app/settlement/machine-steps.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { changeSettlement, loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { tenantRecordType } from "../../../functions/app/tenants/records.ts";
import type { ScreenVerdict } from "../../../functions/domain/gate/payout-gate.ts";
import { holdForCredit } from "../../../functions/domain/settlement/credit-suspension.ts";
import {
  type Settlement,
  type SettlementStatus,
  settlementTransition,
} from "../../../functions/domain/settlement/settlement.ts";
import {
  failSettlement,
  recordPayout,
  recordScreen,
  waitFor,
} from "../../../functions/domain/settlement/transitions.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { aTenant, lastOf, later, noon, settlementIn, verdicts } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

const suspension = { program: "visa", reason: "over the limit", since: noon, reference: null } as never;
const { id, tenantId } = settlementIn("created").settlement;
const subject = { settlementId: id, tenantId };

let api: TestApi;
/** What machines were told. */
let calls: unknown[];

beforeEach(() => {
  api = new TestApi();
  calls = [];
});

interface Outside {
  readonly rail?: Partial<Rail>;
  readonly convert?: Conversion["convert"];
  readonly screen?: () => Promise<ScreenVerdict>;
}

function context({ rail = {}, convert, screen }: Outside = {}): SettlementContext {
  const told =
    (word: string) =>
    async (...input: unknown[]) =>
      void calls.push([word, ...input]);
  const workflows = { startSettlement: told("start"), startEscrowPayout: told("start") };
  return {
    ...{ ...api.context, rail: railThat(api.rail, rail), meter: api.meter, live: false },
    conversion: convert ? { name: "mock", convert } : api.rail,
    screening: screen ? { name: "mock", mock: true, screen } : api.screening,
    workflows: { ...workflows, answer: told("answer"), fail: told("fail") },
  };
}

async function stored(status: SettlementStatus, change: object = {}, tenant: Parameters<typeof aTenant>[0] = {}) {
  await putRecord(api, tenantRecordType, aTenant(tenant));
  await putRecord(api, settlementRecordType, { ...settlementIn(status).settlement, ...change } as Settlement);
}

const now = async () => (await loadSettlement(api.context, id)).state;

async function meanwhile(change: (state: Settlement) => Settlement): Promise<void> {
  await changeSettlement(api.context, await loadSettlement(api.context, id), (state) => [
    settlementTransition(state, change(state), api.clock.now(), { reason: "meanwhile" }),
  ]);
}

const passedBy = (verdict: ScreenVerdict, round: number) => (state: Settlement) =>
  lastOf(recordScreen(state, verdict, round, api.clock.now())).next;

describe("a screen that is answered when another has recorded one", () => {
  const answering = (verdict: ScreenVerdict, first: (state: Settlement) => Settlement) => async () => {
    await meanwhile(first);
    return verdict;
  };
  const rounds = async () => (await now()).screens.map(({ outcome, round }) => [outcome, round]);

  test("adds nothing to a pass", async () => {
    await stored("screening");
    const screen = answering(verdicts.pending, passedBy(verdicts.pass, 1));
    expect(await screenBeforeConversion(context({ screen }), subject)).toBe("pass");
    expect(await rounds()).toEqual([...[["pass", 1]], ["pass", 1]]);
  });

  test("overrules a pass where it is a block", async () => {
    await stored("screening");
    const screen = answering(verdicts.block, passedBy(verdicts.pass, 1));
    expect(await screenBeforeConversion(context({ screen }), subject)).toBe("ended");
    expect(await now()).toMatchObject({ status: "declined", declineReason: "kyt_declined" });
  });

  test("is not recorded as another round than it was asked for", async () => {
    await stored("screening");
    const screen = answering(verdicts.silent, passedBy(verdicts.silent, 1));
    expect(await screenBeforeConversion(context({ screen }), subject)).toBe("unavailable");
    expect(await rounds()).toEqual([
      ["pass", 1],
      ["unavailable", 1],
    ]);
  });
});

describe("what a screen is asked", () => {
  test("is the settlement's wallet, by the round, and by the reference of one that is pending", async () => {
    const screen = vi.fn(async () => verdicts.pass);
    const { settlement } = settlementIn("screening");
    await stored("screening", {
      ...lastOf(recordScreen(settlement, verdicts.pending, 1, noon)).next,
      screenDueAt: null,
    });
    await screenBeforeConversion(context({ screen }), subject);
    const wallet = { address: "0xWALLET", chain: "base", stage: "disbursement" };
    expect(screen.mock.calls).toEqual([[{ key: `${id}:disbursement:2`, ...wallet, pendingRef: "scr_m" }]]);
  });
});

test.each(["completed", "declined", "failed"] as const)(
  "nobody is asked for a screen of what is %s",
  async (status) => {
    const screen = vi.fn();
    await stored(status, { screens: [] });
    expect(await screenBeforeConversion(context({ screen }), subject)).toBe("ended");
    expect(screen).not.toHaveBeenCalled();
  },
);

describe("a settlement whose tenant's credit is suspended", () => {
  test("is held before its screen, which nobody is asked for", async () => {
    const screen = vi.fn();
    await stored("screening", {}, { creditSuspended: suspension });
    expect(await screenBeforeConversion(context({ screen }), subject)).toBe("pending");
    expect(screen).not.toHaveBeenCalled();
    expect(await now()).toMatchObject({ status: "screening", creditHold: { program: "visa", endedAt: null } });
  });

  test("is not converted on a pass that it had before", async () => {
    const convert = vi.fn();
    const { settlement } = settlementIn("screened");
    const held = lastOf(holdForCredit(settlement, suspension, noon)).next;
    await stored("screened", held, { creditSuspended: suspension });
    await expect(convertFunds(context({ convert }), subject)).rejects.toThrow("no passing screen yet");
    expect(convert).not.toHaveBeenCalled();
  });
});

describe("a conversion that is answered when the settlement has ended", () => {
  const ended = (state: Settlement) => failSettlement(state, { code: "given_up", reason: "no" }, noon).next;
  const converting = (answer: unknown) =>
    convertFunds(
      context({
        convert: (async () => {
          await meanwhile(ended);
          return answer;
        }) as Conversion["convert"],
      }),
      subject,
    );

  test("leaves a break for people, with what was bought", async () => {
    await stored("screened");
    await converting({ rate: "0.5", conversionRef: "cnv_1" });
    expect(await now()).toMatchObject({
      ...{ status: "failed", fxRate: "0.5", conversionRef: "cnv_1" },
      reconBreaks: [{ kind: "conversion_after_end" }],
    });
  });

  test("is nothing where the vendor refused it", async () => {
    await stored("screened");
    await converting({ refused: { code: "conversion_failed", reason: "no" } });
    expect(await now()).toMatchObject({ status: "failed", failureCode: "given_up", fxRate: null, reconBreaks: [] });
  });
});

describe("a conversion on its way", () => {
  test("without a reference of the vendor's keeps an empty one, and is asked for again", async () => {
    await stored("screened");
    const convert = async () => ({ rate: "1", delivered: false });
    await expect(convertFunds(context({ convert }), subject)).rejects.toThrow("the conversion is on its way");
    expect(await now()).toMatchObject({ status: "converting", conversionRef: "" });
  });

  test("is delivered where the vendor says so, or says nothing of it", async () => {
    await stored("screened");
    const convert = vi.fn(async () => ({ rate: "1", delivered: true }));
    await convertFunds(context({ convert }), subject);
    expect((await now()).status).toBe("settling");
    await convertFunds(context({ convert }), subject);
    expect(convert).toHaveBeenCalledTimes(1);
  });

  test("is asked of the settlement itself, under its own name, where no intent and no deposit is kept", async () => {
    const { payment } = settlementIn("converting").settlement;
    await stored("converting", { intent: null, payment: { ...payment, railRef: null }, createdAt: later(-5) });
    const convert = vi.fn(async () => ({ rate: "1" }));
    await convertFunds(context({ convert }), subject);
    expect(convert.mock.calls).toMatchObject([[{ key: id, orderedAt: later(-5), railRef: "" }]]);
  });
});

describe("a payout", () => {
  const stale = settlementIn("settling").settlement.screens.map((each) => ({ ...each, at: later(-901) }));

  test("is looked for before it is made only once its pass has expired", async () => {
    const payoutOf = vi.fn(async () => null);
    const disburse = vi.fn(async () => ({ txHash: "0x1" }));
    await stored("settling");
    await disburseFunds(context({ rail: { payoutOf, disburse } }), subject, "T");
    expect([payoutOf.mock.calls.length, disburse.mock.calls.length]).toEqual([0, 1]);
  });

  test("that was not made is screened for anew, and then made", async () => {
    const payoutOf = vi.fn(async () => null);
    const disburse = vi.fn(async () => ({ txHash: "0x1" }));
    await stored("settling", { screens: stale });
    await disburseFunds(context({ rail: { payoutOf, disburse } }), subject, "T");
    expect([payoutOf.mock.calls.length, disburse.mock.calls.length]).toEqual([1, 1]);
    expect(await now()).toMatchObject({ status: "completed", screens: [{}, {}, { round: 2, outcome: "pass" }] });
  });

  test("that was made is recorded without a screen, and nothing converts anew", async () => {
    const screen = vi.fn();
    const payoutOf = async () => ({ txHash: "0xmade" });
    await stored("settling", { screens: stale });
    await convertFunds(context({ screen, convert: screen }), subject);
    await disburseFunds(context({ rail: { payoutOf, disburse: screen }, screen }), subject, "T");
    expect(screen).not.toHaveBeenCalled();
    expect(await now()).toMatchObject({ status: "completed", txHash: "0xmade" });
  });

  test("of one whose wallet is blocked meanwhile is not made, and its machine ends", async () => {
    const disburse = vi.fn();
    await stored("settling", { screens: stale, destWallet: "0xBLOCKED" });
    await disburseFunds(context({ rail: { payoutOf: async () => null, disburse } }), subject, "T");
    expect(disburse).not.toHaveBeenCalled();
    expect(calls).toEqual([["fail", "T", "SettlementEnded", "declined"]]);
  });

  test("that the rail has taken is told to it again without a screen, under the new machine's token", async () => {
    const screen = vi.fn();
    const disburse = vi.fn(async () => ({ txHash: null, transferRef: "tr_2" }));
    const { settlement } = settlementIn("settling");
    const submitted = lastOf(recordPayout(settlement, "old", noon, "tr_2")).next;
    await stored("settling", { ...submitted, screens: stale });
    await disburseFunds(context({ rail: { payoutOf: async () => null, disburse }, screen }), subject, "T");
    expect(screen).not.toHaveBeenCalled();
    expect(await now()).toMatchObject({ status: "settling", waiting: { state: "proof", token: "T" } });
  });

  test("of which a return came between leaves its machine ended by what it ended as", async () => {
    await stored("settling");
    const disburse: Rail["disburse"] = async () => {
      await meanwhile((state) => failSettlement(state, { code: "returned", reason: "R10" }, noon).next);
      return { refused: { code: "account_closed", reason: "no" } };
    };
    await disburseFunds(context({ rail: { disburse } }), subject, "T");
    expect(await now()).toMatchObject({ status: "failed", failureCode: "returned", intent: { refused: true } });
    expect(calls).toEqual([["fail", "T", "SettlementEnded", "failed"]]);
  });
});

describe("a machine's token", () => {
  test("is not answered where it is the one that waits already", async () => {
    const waiting = lastOf(waitFor(settlementIn("collecting").settlement, "collect", "T", noon)).next;
    await stored("collecting", waiting);
    await awaitCollection(context(), subject, "T");
    expect(calls).toEqual([]);
    expect((await now()).waiting).toEqual({ state: "collect", token: "T" });
  });
});
