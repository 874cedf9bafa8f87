import { beforeEach, describe, expect, test } from "vitest";
import { askPartner } from "../../../functions/app/onboarding/partner.ts";
import { KybApi } from "../../support/onboarding/kyb-api.ts";

let api: KybApi;

beforeEach(() => {
  api = new KybApi();
});

describe("a partner", () => {
  test("whose answer was lost is asked again by the sweeper, by the same key", async () => {
    const real = api.onboarding;
    const keys: string[] = [];
    api.onboarding = {
      ...{ name: "flaky", look: (ref) => real.look(ref) },
      apply: async (applicant) => {
        keys.push(applicant.key);
        const reply = await real.apply(applicant);
        if (keys.length === 1) throw new Error("the answer was lost");
        return reply;
      },
    };
    const { id } = await api.submitted();
    await api.handOn();
    expect((await api.state(id)).status).toBe("submitted");
    expect(await api.sweep(id)).toBe(false);
    api.pass(300);
    expect(await api.sweep(id)).toBe(true);
    expect(await api.state(id)).toMatchObject({ status: "approved" });
    expect(keys).toEqual([id, id]);
    expect(api.railStore.rows()).toHaveLength(1);
  });

  test("who is asked by two at once approves once, and makes one tenant", async () => {
    const { id } = await api.submitted();
    await Promise.all([1, 2, 3].map(() => askPartner(api.partnerContext, id)));
    expect((await api.state(id)).status).toBe("approved");
    expect(api.store.rows().filter(({ type }) => type === "tenant")).toHaveLength(1);
  });

  test("is looked at after 1, 5, 15 minutes, an hour, and then every six hours", async () => {
    const pages = { identity: null, terms: null };
    const waiting = {
      ...{ ref: "r", partnerCustomerId: null, standing: "under_review" as const },
      ...{ missing: [], reasons: [], pages },
    };
    let asked = 0;
    const answer = async () => {
      asked += 1;
      return waiting;
    };
    api.onboarding = { name: "slow", apply: answer, look: answer };
    const { id } = await api.submitted();
    await api.handOn();
    for (const seconds of [300, 900, 3600, 21_600, 21_600]) {
      const before = asked;
      api.pass(seconds - 1);
      expect(await api.sweep(id)).toBe(false);
      api.pass(1);
      expect(await api.sweep(id)).toBe(true);
      expect(asked).toBe(before + 1);
    }
  });

  test("who answers about what was submitted before is not heard about what came after", async () => {
    const { id, token } = await api.submitted("Review Goods LLC");
    await api.handOn();
    const real = api.onboarding;
    const old = await real.look((await api.state(id)).partner?.ref ?? "");
    if (!old) throw new Error("the partner knows it");
    api.onboarding = {
      ...{ name: "late", apply: (applicant) => real.apply(applicant) },
      look: async () => {
        api.pass(60);
        await api.bring(token, { kind: "formation_document" });
        await api.save(token, "review");
        await api.submit(token);
        return old;
      },
    };
    await askPartner(api.partnerContext, id);
    expect(await api.state(id)).toMatchObject({ status: "submitted", partner: { missing: [], told: false } });
  });
});
