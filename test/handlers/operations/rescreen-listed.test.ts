import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pointerPartition } from "../../../functions/app/core/aggregate.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import {
  type RescreenContext,
  rescreenOnListChange,
} from "../../../functions/app/operations/rescreen-on-list-change.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { addFeeRule } from "../../../functions/app/tenants/flags-and-fees.ts";
import type { TestApi } from "../../support/core/test-api.ts";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";
import { unsaid } from "../../support/kyt-sim/control.ts";
import { casesAt, ListWatch, wallet } from "../../support/screening/list-watch.ts";
import { deliver, keepTenth } from "../../support/settlement/reserve-api.ts";

const day = 86_400;

let screening: ListWatch;
let sim: ListWatch["sim"];
let api: TestApi;
let acme: Awaited<ReturnType<TestApi["tenant"]>>;

beforeAll(async () => {
  screening = await ListWatch.start();
});

beforeEach(async () => {
  ({ sim, api, acme } = await screening.begin());
});

afterAll(() => screening.stop());

const watch = (change: Partial<RescreenContext> = {}) => screening.watch(api, change);
const cases = (at: TestApi = api) => casesAt(at);

const subjects = async () => (await cases()).map(({ subjectId }) => subjectId);

/** From now on a tenant is paid all at once. */
async function keepNothing(tenantId: string): Promise<void> {
  const free = { bps: 0, fixedCents: 0, minCents: 0, maxCents: null, effectiveFrom: null, reserveBps: 0 };
  const rule = { ...free, reserveDays: 0, kind: "settlement", currency: "USD", tenantId } as const;
  await addFeeRule(api.context, rule);
}

describe("a wallet that comes onto a list after it was paid", () => {
  test("is a case of the newest settlement to it, which counts the others, by one screen", async () => {
    await deliver(api, acme, "A-1");
    api.pass(60);
    await deliver(api, acme, "A-2");
    api.pass(60);
    const last = await deliver(api, acme, "A-3");
    sim.list(wallet.toLowerCase());
    await watch();
    expect(await cases()).toEqual([
      expect.objectContaining({
        ...{ subjectId: last, tenantId: acme.id, status: "completed", deadline: null },
        reason: expect.stringContaining("onto sim after it had passed its screen (and 2 more of this tenant's"),
        actions: ["note", "assign", "reported"],
      }),
    ]);
    expect(sim.asked).toEqual([{ type: "wallet", value: wallet, chain: "base", key: `${last}:listed:1` }]);
  });

  test("is a case of the newest settlement with money here where there is one, with a deadline", async () => {
    await keepTenth(api, acme.id, 30);
    const stored = await deliver(api, acme, "A-1");
    api.pass(60);
    await keepNothing(acme.id);
    await deliver(api, acme, "A-2");
    sim.list(wallet);
    await watch();
    expect(await cases()).toMatchObject([{ subjectId: stored, deadline: "2026-12-08T04:00:00.000Z" }]);
  });

  test("says how much is here of all of the tenant's settlements to it", async () => {
    await keepTenth(api, acme.id, 30);
    await deliver(api, acme, "A-1");
    api.pass(60);
    await deliver(api, acme, "A-2");
    sim.list(wallet);
    await watch();
    expect((await cases())[0]?.reason).toContain("; 20.00 USD is still here");
  });

  test("is the same case where the same version is held against a newer settlement too", async () => {
    const first = await deliver(api, acme, "A-1");
    sim.list(wallet);
    await watch();
    await api.store.write([{ remove: rowKey("list_watch"), expect: 1 }], "gone");
    api.pass(60);
    await deliver(api, acme, "A-2");
    await watch();
    expect(await subjects()).toEqual([first]);
  });

  test("is a case however the list writes it", async () => {
    const paid = await deliver(api, acme, "A-1");
    sim.list(wallet.slice(2));
    sim.says.set(wallet, { ...unsaid.review, action: "block", risk_score: 100, risk_level: "critical" });
    await watch();
    expect(await subjects()).toEqual([paid]);
  });

  test.each([
    [
      "a Bitcoin Cash wallet",
      "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
      "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
    ],
    [
      "one without its prefix",
      "QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A",
      "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
    ],
    [
      "a TON wallet",
      "UQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p9dz",
      "EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2",
    ],
    [
      "a raw TON wallet",
      "0:ed1691307050047117b998b561d8de82d31fbf84910ced6eb5fc92e7485ef8a7",
      "EQDtFpEwcFAEcRe5mLVh2N6C0x+/hJEM7W61/JLnSF74p4q2",
    ],
  ])("is a case where %s is listed in another way, in small letters", async (_, paidTo, listed) => {
    const other = await api.tenant({ slug: "other", destWallet: paidTo });
    const paid = await deliver(api, other, "B-1");
    sim.list(listed.toLowerCase());
    sim.says.set(paidTo, { ...unsaid.review, action: "block", risk_score: 100, risk_level: "critical" });
    await watch();
    expect(await subjects()).toEqual([paid]);
    expect(sim.bought.size).toBe(1);
  });

  test("is a case of each tenant that paid it", async () => {
    const other = await api.tenant({ slug: "other", destWallet: wallet.toLowerCase() });
    const both = [await deliver(api, acme, "A-1"), await deliver(api, other, "B-1")];
    sim.list(wallet);
    await watch();
    expect((await subjects()).toSorted()).toEqual(both.toSorted());
  });

  test.each([
    ["since", "stl_7"],
    ["before", "stl_0"],
  ])("is a case however many have paid to it %s", async (_, start) => {
    await keepTenth(api, acme.id, 30);
    const stored = await deliver(api, acme, "A-1");
    const pk = pointerPartition(wallet);
    for (let done = 0; done < 2_100; done += 100) {
      const others = Array.from({ length: 100 }, (_, at) => `${start}${String(done + at).padStart(25, "0")}`);
      const writes = others.map((sk) => ({
        put: { pk, sk, v: 1, type: "pointer", body: {} },
        expect: "absent" as const,
      }));
      await api.store.write(writes, `others ${done}`);
    }
    sim.list(wallet);
    await watch();
    expect(await subjects()).toEqual([stored]);
  });

  test("is nothing where the last of it is over 90 days old", async () => {
    await deliver(api, acme, "A-1");
    api.pass(91 * day);
    sim.list(wallet);
    await watch();
    expect([await cases(), sim.asked]).toEqual([[], []]);
  });

  test("is no case where the screen does not block it: it may be off the list again", async () => {
    await deliver(api, acme, "A-1");
    sim.list(wallet);
    sim.says.set(wallet, { ...unsaid.review, action: "allow" });
    await watch();
    expect(await cases()).toEqual([]);
  });

  test("is done with once two operators have recorded the report", async () => {
    await deliver(api, acme, "A-1");
    sim.list(wallet);
    await watch();
    const [item] = await cases();
    const anna = { ...api.context, actor: "operator:anna" };
    const input = { action: "reported", reference: "OFAC-9", note: null } as const;
    const acted = await takeReviewAction(anna, item?.id ?? "", input);
    const approvalId = "approvalId" in acted ? acted.approvalId : "";
    await expect(approve(anna, approvalId, null)).rejects.toMatchObject({ code: "second_operator_required" });
    await approve({ ...api.context, actor: "operator:ben" }, approvalId, null);
    expect(await cases()).toEqual([]);
    api.pass(700);
    await watch();
    expect(await cases()).toEqual([]);
  });

  test("cannot be taken for reported by what was asked for before it came onto another list", async () => {
    await deliver(api, acme, "A-1");
    sim.list(wallet);
    await watch();
    const [item] = await cases();
    const id = item?.id ?? "";
    const anna = { ...api.context, actor: "operator:anna" };
    const ben = { ...api.context, actor: "operator:ben" };
    const ask = (reference: string) => takeReviewAction(anna, id, { action: "reported", reference, note: null });
    const first = await ask("OFAC-1");
    if ("item" in first) throw new Error("it needs a second operator");
    await approve(ben, first.approvalId, null);
    sim.list(wallet);
    api.pass(700);
    await watch();
    expect(await subjects()).toEqual([item?.subjectId]);
  });
});

describe("an escrow's address that comes onto a list", () => {
  test("is a case of every escrow that holds money for it, and one of a released one", async () => {
    const at = await EscrowApi.withTenant();
    const held = await at.funded({ payoutAddress: wallet });
    const other = await at.funded({ payoutAddress: "0xELSE" });
    sim.list(wallet.toLowerCase());
    await rescreenOnListChange(screening.contextOf(at));
    const found = await cases(at);
    expect(found).toEqual([
      expect.objectContaining({ kind: "listed", subjectId: held, deadline: "2026-12-08T04:00:00.000Z" }),
    ]);
    expect(found.map(({ subjectId }) => subjectId)).not.toContain(other);
    await at.store.write([{ remove: rowKey("list_watch"), expect: 1 }], "gone");
    await rescreenOnListChange(screening.contextOf(at));
    expect(sim.asked).toHaveLength(1);
  });

  test("is a case where it is listed in another way, in small letters", async () => {
    const at = await EscrowApi.withTenant();
    const payoutAddress = "UQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p9dz";
    const held = await at.funded({ payoutAddress });
    sim.list("EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2".toLowerCase());
    sim.says.set(payoutAddress, { ...unsaid.review, action: "block", risk_score: 100, risk_level: "critical" });
    await rescreenOnListChange(screening.contextOf(at));
    expect((await cases(at)).map(({ subjectId }) => subjectId)).toEqual([held]);
  });
});
