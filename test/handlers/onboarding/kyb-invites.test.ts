import { beforeEach, describe, expect, test } from "vitest";
import { linkForKybLetter, resendInvite, revokeInvite } from "../../../functions/app/onboarding/invites.ts";
import { kybByLink } from "../../../functions/app/onboarding/reads.ts";
import { KybApi } from "../../support/onboarding/kyb-api.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";
import { refusalCodeOf } from "../../support/routes/refused.ts";

const day = 86_400;
let api: KybApi;

beforeEach(() => {
  api = new KybApi();
});

describe("an invitation", () => {
  test("opens by its link alone, which is kept nowhere", async () => {
    const { id, token } = await api.invite();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await kybByLink(api.context, token)).state).toMatchObject({ id, status: "invited" });
    expect(JSON.stringify(api.store.rows())).not.toContain(token);
  });

  test("is closed to who guesses, and says to nobody that there is one", async () => {
    await api.invite();
    for (const token of ["", "a", "x".repeat(43), "../row", "%00".repeat(20)])
      expect(await refusalCodeOf(kybByLink(api.context, token))).toBe("not_found");
  });

  test("ends after seven days, and a new link opens it again with all that was said", async () => {
    const { id, token } = await api.invite();
    await api.save(token, "company", goodForms.company);
    api.pass(7 * day);
    expect(await refusalCodeOf(kybByLink(api.context, token))).toBe("link_expired");
    expect(await api.sweep(id)).toBe(true);
    expect((await api.state(id)).status).toBe("expired");
    const { application, magicLink } = await resendInvite(api.operator, id);
    expect(application).toMatchObject({ status: "started", answers: { company: { state: "DE" } } });
    const fresh = magicLink.slice(-43);
    expect((await kybByLink(api.context, fresh)).state.id).toBe(id);
    expect(await refusalCodeOf(kybByLink(api.context, token))).toBe("link_expired");
  });

  test("that is sent again ends the older links, and one that is revoked all of them", async () => {
    const { id, token } = await api.invite();
    const { magicLink } = await resendInvite(api.operator, id);
    expect(await refusalCodeOf(kybByLink(api.context, token))).toBe("link_expired");
    expect((await revokeInvite(api.operator, id)).status).toBe("revoked");
    expect((await revokeInvite(api.operator, id)).status).toBe("revoked");
    expect(await refusalCodeOf(kybByLink(api.context, magicLink.slice(-43)))).toBe("link_expired");
    expect(await refusalCodeOf(resendInvite(api.operator, id))).toBe("illegal_kyb_transition");
    expect(await linkForKybLetter(api.operator, id)).toBeNull();
  });

  test("has a link of its own in each letter, at most five at once, the operator's among them", async () => {
    const { id, token } = await api.invite();
    const letters: string[] = [];
    for (let nth = 0; nth < 5; nth++) {
      const made = await linkForKybLetter(api.operator, id);
      letters.push(made?.url.slice(-43) ?? "");
    }
    expect(await refusalCodeOf(kybByLink(api.context, letters[0] ?? ""))).toBe("link_expired");
    for (const each of [token, ...letters.slice(1)]) expect((await kybByLink(api.context, each)).state.id).toBe(id);
    expect((await api.state(id)).links).toHaveLength(5);
  });

  test("of a letter ends with the invitation, however late the letter was", async () => {
    const { id } = await api.invite({ linkSeconds: 60 });
    api.pass(50);
    const made = await linkForKybLetter(api.operator, id);
    api.pass(10);
    expect(await refusalCodeOf(kybByLink(api.context, made?.url.slice(-43) ?? ""))).toBe("link_expired");
    expect(await linkForKybLetter(api.operator, id)).toBeNull();
  });
});
