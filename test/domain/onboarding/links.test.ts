import { describe, expect, test } from "vitest";
import type { Kyb, KybStatus } from "../../../functions/domain/onboarding/kyb.ts";
import {
  expireKyb,
  inviteKyb,
  letsIn,
  linkForLetter,
  resendKyb,
  revokeKyb,
} from "../../../functions/domain/onboarding/links.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";
import { anInvitation, becomes, whole } from "../../support/onboarding/kyb-samples.ts";

const week = 604_800;
const link = (sha256: string, until: number, from = 0) => ({ sha256, expiresAt: later(until), madeAt: later(from) });
const mail = { kind: "send_mail", about: "kyb_1", tenantId: "platform", to: "ada@acme.example", locale: "en" } as const;
const invite = { ...mail, template: "kyb_invite" } as const;
const illegal = (message: string) => ({ code: "illegal_kyb_transition", message });

describe("an invitation", () => {
  test("is an application without answers, and a letter with its link", () => {
    const input = { legalName: "Acme", contactEmail: "ada@acme.example", tenantId: "ten_1", locale: "es" as const };
    expect(inviteKyb({ ...input, linkSeconds: 60 }, { id: "kyb_9", sha256: "ab" }, noon)).toEqual({
      next: {
        ...{ ...input, linkSeconds: 60, id: "kyb_9", status: "invited", links: [link("ab", 60)], expiresAt: later(60) },
        answers: { company: null, addresses: null, people: [], owners: null, payout: null, reviewedAt: null },
        ...{ files: [], screens: 0, walletScreen: null, revision: 1, saved: {}, lastForm: null, consents: [] },
        ...{ partner: null, partnerCustomerId: null, submittedAt: null, decidedAt: null, erasedAt: null },
        ...{ createdAt: noon, updatedAt: noon },
      },
      ...{ from: null, to: "invited", reason: "invited" },
      follows: [{ ...invite, about: "kyb_9", tenantId: "ten_1", locale: "es" }],
    });
  });

  test("that is sent again has one link, and an expired one is open again as far as it was", () => {
    const fresh = { links: [link("new", week + 60, 60)], expiresAt: later(week + 60) };
    const said = { reason: "a new link was made", follows: [invite] };
    const first = anInvitation();
    expect(resendKyb(first, "new", later(60))).toEqual(becomes(first, fresh, later(60), said));
    const expired = { ...first, status: "expired" as const, links: [] };
    expect(resendKyb(expired, "new", later(60))).toEqual(
      becomes(expired, { ...fresh, status: "invited" }, later(60), said),
    );
    for (const begun of [
      { ...expired, saved: { company: 2 } },
      { ...expired, files: whole().files },
    ])
      expect(agreed(resendKyb(begun, "new", later(60)))[0]).toMatchObject({ from: "expired", to: "started" });
  });

  test.each<KybStatus>(["revoked", "approved", "rejected"])("that is %s is not sent again", (status) => {
    expect(resendKyb({ ...anInvitation(), status }, "new", noon)).toMatchObject(
      illegal(`an application cannot go from ${status} to invited: no link is made for it`),
    );
  });

  test("is taken back once, with all of its links, while the partner has not got it", () => {
    const first = anInvitation();
    const gone = becomes(first, { status: "revoked", links: [] }, later(5), { reason: "revoked" });
    expect(revokeKyb(first, later(5))).toEqual(gone);
    expect(revokeKyb(agreed(gone)[0]?.next as Kyb, later(6))).toEqual([]);
    for (const change of [{ status: "submitted" }, { status: "under_review" }, { decidedAt: noon }] as const)
      expect(revokeKyb({ ...first, ...change }, noon)).toMatchObject({
        ...{ code: "illegal_kyb_transition", detail: { extra: { to: "revoked" } } },
      });
  });

  test("ends with its last link, from that second on, unless it was submitted", () => {
    const first = anInvitation();
    const ended = { reason: "its link has expired" };
    expect(expireKyb(first, later(week - 0.001))).toEqual([]);
    for (const status of ["invited", "started"] as const)
      expect(expireKyb({ ...first, status }, later(week))).toEqual(
        becomes({ ...first, status }, { status: "expired", links: [] }, later(week), ended),
      );
    for (const status of ["submitted", "approved", "expired", "revoked"] as const)
      expect(expireKyb({ ...first, status }, later(week))).toEqual([]);
  });
});

describe("a link", () => {
  test("lets in until it ends, and never where the invitation was taken back or is over", () => {
    const state = { ...anInvitation(), links: [link("one", 60), link("two", 120)] };
    expect([letsIn(state, "one", later(59.999)), letsIn(state, "one", later(60))]).toEqual([true, false]);
    expect([letsIn(state, "two", later(60)), letsIn(state, "three", noon)]).toEqual([true, false]);
    for (const status of ["revoked", "expired"] as const) expect(letsIn({ ...state, status }, "two", noon)).toBe(false);
  });

  test("for a letter stands beside the others, as long as the invitation lasts", () => {
    const first = anInvitation();
    const links = [link("first", week), { ...link("letter", week), madeAt: later(5) }];
    const said = { reason: "a link was made for a letter" };
    expect(linkForLetter(first, "letter", later(5))).toEqual(becomes(first, { links }, later(5), said));
  });

  test("for a letter lasts from now on where the invitation is over and the partner has the application", () => {
    const state = { ...anInvitation(), status: "under_review" as const };
    const expiresAt = later(2 * week);
    const links = [link("letter", 2 * week, week)];
    const said = { reason: "a link was made for a letter" };
    expect(linkForLetter(state, "letter", later(week))).toEqual(
      becomes(state, { links, expiresAt }, later(week), said),
    );
  });

  test("for a letter is made for nobody who is not let in any more", () => {
    const first = anInvitation();
    for (const status of ["revoked", "expired"] as const)
      expect(linkForLetter({ ...first, status }, "letter", noon)).toBeNull();
    for (const status of ["invited", "started"] as const) {
      expect(linkForLetter({ ...first, status }, "letter", later(week))).toBeNull();
      expect(linkForLetter({ ...first, status }, "letter", later(week - 1))).not.toBeNull();
    }
  });

  test("for a letter ends the oldest letter's and never the operator's, where there are five", () => {
    let state = anInvitation();
    for (let nth = 1; nth <= 6; nth += 1) state = linkForLetter(state, `letter${nth}`, later(nth))?.[0]?.next ?? state;
    expect(state.links.map(({ sha256 }) => sha256)).toEqual(["first", "letter3", "letter4", "letter5", "letter6"]);
  });
});
