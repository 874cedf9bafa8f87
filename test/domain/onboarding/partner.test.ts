import { describe, expect, test } from "vitest";
import type { Kyb, KybTransitions } from "../../../functions/domain/onboarding/kyb.ts";
import {
  isLookDue,
  missPartner,
  type PartnerWord,
  recordPartnerNews,
  recordPartnerReport,
} from "../../../functions/domain/onboarding/partner.ts";
import { submitKyb } from "../../../functions/domain/onboarding/submit.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";
import { becomes, underReview, whole } from "../../support/onboarding/kyb-samples.ts";

const mail = { kind: "send_mail", about: "kyb_1", tenantId: "platform", to: "ada@acme.example", locale: "en" } as const;
const result = { ...mail, template: "kyb_result" } as const;
const consent = { name: "a", title: "b", termsVersion: "1", at: noon, address: null, userAgent: null };

describe("a submission", () => {
  const complete = () => whole();

  test("is told to the partner, with the consent to it", () => {
    const state = complete();
    expect(submitKyb(state, consent, { revision: 9, mark: "form" }, later(5))).toEqual(
      becomes(
        state,
        {
          ...{ status: "submitted", submittedAt: later(5), revision: 10, lastForm: "form", consents: [consent] },
          saved: { company: 2, review: 9, consent: 10 },
          partner: {
            ...{ ref: null, customerId: null, standing: null, missing: [], asked: {}, brought: [], reasons: [] },
            ...{ told: false, looks: 0, pages: { identity: null, terms: null }, lookAt: later(65) },
          },
        },
        later(5),
        { reason: "submitted", follows: [{ kind: "ask_partner", kybId: "kyb_1" }] },
      ),
    );
  });

  test("of the same form again changes nothing, and one of another tab or too early is told so", () => {
    const state = { ...complete(), lastForm: "form" };
    expect(submitKyb(state, consent, { revision: 9, mark: "form" }, noon)).toEqual([]);
    expect(submitKyb(state, consent, { revision: 8, mark: null }, noon)).toEqual({ stale: ["review"] });
    expect(submitKyb({ ...state, files: [] }, consent, { revision: 9, mark: null }, noon)).toEqual({
      missing: ["documents", "review"],
    });
  });

  test("after a task was done says what was brought, and keeps what the partner calls it and its pages", () => {
    const state = underReview(["tax_id", "other"], { saved: { company: 11, review: 11 }, revision: 11 });
    const consents = Array.from({ length: 20 }, (_, nth) => ({ ...consent, name: `${nth}` }));
    const partner = { ...state.partner, customerId: "cust_1", pages: { identity: null, terms: "https://t" } };
    const [transition] = agreed(
      submitKyb(
        { ...state, consents, partner } as Kyb,
        consent,
        { revision: 11, mark: null },
        later(5),
      ) as KybTransitions,
    );
    expect(transition).toMatchObject({ to: "submitted", reason: "submitted again with tax_id" });
    expect(transition?.next.partner).toMatchObject({
      ...{ ref: "link_1", customerId: "cust_1", brought: ["tax_id"], pages: { identity: null, terms: "https://t" } },
    });
    expect(transition?.next.consents).toEqual([...consents.slice(1), consent]);
  });
});

describe("what the partner says", () => {
  const state = underReview(["tax_id"]);
  const word: PartnerWord = {
    ...{ ref: "link_2", partnerCustomerId: null, standing: "waiting", missing: ["tax_id"], reasons: ["r"] },
    pages: { identity: null, terms: "https://t" },
  };
  const report = (change: Partial<PartnerWord>, rest: object = {}) => ({
    ...{ word: { ...word, ...change }, submittedAt: noon, lookAt: noon, tenantId: "ten_1", ...rest },
  });
  const heard = {
    ...{ ...state.partner, customerId: null, ref: "link_2", standing: "waiting", missing: ["tax_id"], reasons: ["r"] },
    ...{ pages: word.pages, told: true, looks: 2, lookAt: later(905) },
  };

  test("as before is written down without a word", () => {
    expect(recordPartnerReport(state, report({}), later(5))).toEqual(
      becomes(state, { partner: heard }, later(5), { reason: "looked at", quiet: true }),
    );
  });

  test("and asks for anew is told by a letter, from when it was first asked for", () => {
    const changed = report({ missing: ["tax_id", "industry", "industry"], partnerCustomerId: "cust_1" });
    const partner = {
      ...{ ...heard, customerId: "cust_1", missing: ["tax_id", "industry"] },
      asked: { ...state.partner?.asked, industry: { at: later(5), revision: 10 } },
    };
    expect(recordPartnerReport(state, changed, later(5))).toEqual(
      becomes(state, { partner }, later(5), {
        ...{ reason: "the partner asks for tax_id, industry", follows: [result] },
      }),
    );
  });

  test("and asks for less is written down, and for nothing is under review", () => {
    const two = underReview(["tax_id", "industry"]);
    expect(recordPartnerReport(two, report({}), noon)).toMatchObject([{ reason: "asked for less" }]);
    expect(recordPartnerReport(state, report({ missing: [] }), noon)).toMatchObject([{ reason: "under review" }]);
    const submitted = { ...underReview([]), status: "submitted" as const };
    expect(recordPartnerReport(submitted, report({ missing: [], standing: "under_review" }), noon)).toMatchObject([
      { from: "submitted", to: "under_review", reason: "under review" },
    ]);
  });

  test("with an approval that names its customer makes it one of a tenant", () => {
    const word = { standing: "approved", partnerCustomerId: "cust_1", missing: ["other"] } as const;
    const partner = { ...heard, standing: "approved", customerId: "cust_1", missing: [], asked: {}, lookAt: null };
    expect(recordPartnerReport(state, report(word), later(5))).toEqual(
      becomes(
        state,
        { ...{ status: "approved", partner, partnerCustomerId: "cust_1", tenantId: "ten_1", decidedAt: later(5) } },
        later(5),
        { reason: "approved by the partner", follows: [{ ...result, tenantId: "ten_1" }] },
      ),
    );
    expect(() => recordPartnerReport(state, report(word, { tenantId: null }), noon)).toThrow(
      "kyb_1 is approved for no tenant",
    );
    expect(recordPartnerReport(state, report({ ...word, partnerCustomerId: null }), noon)).toMatchObject([
      { to: "under_review" },
    ]);
  });

  test("with a rejection ends it", () => {
    const partner = { ...heard, standing: "rejected", missing: [], asked: {}, lookAt: null };
    expect(recordPartnerReport(state, report({ standing: "rejected" }), later(5))).toEqual(
      becomes(state, { status: "rejected", partner, decidedAt: later(5) }, later(5), {
        ...{ reason: "rejected by the partner", follows: [result] },
      }),
    );
  });

  test("of an earlier submission, or where it has nothing to decide, changes nothing", () => {
    for (const other of [
      { ...state, submittedAt: later(1) },
      { ...state, partner: null },
      { ...state, status: "approved" as const },
    ]) {
      expect(recordPartnerReport(other, report({}), noon)).toEqual([]);
      expect(missPartner(other, report({}), noon)).toEqual([]);
    }
  });

  test("or does not say, has it looked at again: after 1, 5 and 15 minutes, an hour, then every six", () => {
    const waits = [0, 1, 2, 3, 4, 5, 40].map((looks) => {
      const partner = { ...state.partner, looks } as NonNullable<Kyb["partner"]>;
      const [transition] = missPartner({ ...state, partner }, { submittedAt: noon, lookAt: noon }, noon);
      expect(transition).toMatchObject({ reason: "no answer of the partner's", quiet: true });
      expect(transition?.next.partner?.looks).toBe(looks + 1);
      return transition?.next.partner?.lookAt;
    });
    expect(waits).toEqual([300, 900, 3600, 21_600, 21_600, 21_600, 21_600].map(later));
  });

  test("is asked at once where it has news, and the answer to an older question does not put that off", () => {
    const follows = [{ kind: "ask_partner", kybId: "kyb_1" }];
    const partner = { ...state.partner, lookAt: later(5) };
    expect(recordPartnerNews(state, later(5))).toEqual(
      becomes(state, { partner }, later(5), { reason: "the partner has news", follows }),
    );
    const newer = { ...state, partner } as Kyb;
    expect(missPartner(newer, { submittedAt: noon, lookAt: noon }, noon)[0]?.next.partner?.lookAt).toBe(later(5));
    for (const other of [
      { ...state, partner: null },
      { ...state, status: "approved" as const },
    ])
      expect(recordPartnerNews(other, noon)).toEqual([]);
  });

  test("is looked for from its moment on, while it has something to decide", () => {
    expect([isLookDue(state, later(-0.001)), isLookDue(state, noon)]).toEqual([false, true]);
    for (const other of [
      { ...state, partner: null },
      { ...state, partner: { ...state.partner, lookAt: null } as never },
      { ...state, status: "started" as const },
    ])
      expect(isLookDue(other, later(1e6))).toBe(false);
  });
});
