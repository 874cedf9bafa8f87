import { beforeEach, describe, expect, test } from "vitest";
import { linkForKybLetter, resendInvite, revokeInvite } from "../../../functions/app/onboarding/invites.ts";
import { kybByLink } from "../../../functions/app/onboarding/reads.ts";
import { KybDoor } from "../../support/onboarding/kyb-door.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";
import { refused } from "../../support/routes/refused.ts";

const day = 86_400;
let door: KybDoor;

beforeEach(() => {
  door = new KybDoor();
});

describe("an invitation", () => {
  test("opens by its link alone, which is kept nowhere", async () => {
    const { id, token } = await door.invite();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await kybByLink(door.desk, token)).state).toMatchObject({ id, status: "invited" });
    expect(JSON.stringify(door.book.rows())).not.toContain(token);
  });

  test("is closed to who guesses, and says to nobody that there is one", async () => {
    await door.invite();
    for (const token of ["", "a", "x".repeat(43), "../row", "%00".repeat(20)])
      expect(await refused(kybByLink(door.desk, token))).toBe("not_found");
  });

  test("ends after seven days, and a new link opens it again with all that was said", async () => {
    const { id, token } = await door.invite();
    await door.save(token, "company", goodForms.company);
    door.pass(7 * day);
    expect(await refused(kybByLink(door.desk, token))).toBe("link_expired");
    expect(await door.sweep(id)).toBe(true);
    expect((await door.state(id)).status).toBe("expired");
    const { application, magicLink } = await resendInvite(door.operator, id);
    expect(application).toMatchObject({ status: "started", answers: { company: { state: "DE" } } });
    const fresh = magicLink.slice(-43);
    expect((await kybByLink(door.desk, fresh)).state.id).toBe(id);
    expect(await refused(kybByLink(door.desk, token))).toBe("link_expired");
  });

  test("that is sent again ends the older links, and one that is revoked all of them", async () => {
    const { id, token } = await door.invite();
    const { magicLink } = await resendInvite(door.operator, id);
    expect(await refused(kybByLink(door.desk, token))).toBe("link_expired");
    expect((await revokeInvite(door.operator, id)).status).toBe("revoked");
    expect((await revokeInvite(door.operator, id)).status).toBe("revoked");
    expect(await refused(kybByLink(door.desk, magicLink.slice(-43)))).toBe("link_expired");
    expect(await refused(resendInvite(door.operator, id))).toBe("illegal_kyb_transition");
    expect(await linkForKybLetter(door.operator, id)).toBeNull();
  });

  test("has a link of its own in each letter, at most five at once, the operator's among them", async () => {
    const { id, token } = await door.invite();
    const letters: string[] = [];
    for (let nth = 0; nth < 5; nth++) {
      const made = await linkForKybLetter(door.operator, id);
      letters.push(made?.url.slice(-43) ?? "");
    }
    expect(await refused(kybByLink(door.desk, letters[0] ?? ""))).toBe("link_expired");
    for (const each of [token, ...letters.slice(1)])
      expect((await kybByLink(door.desk, each)).state.id).toBe(id);
    expect((await door.state(id)).links).toHaveLength(5);
  });

  test("of a letter ends with the invitation, however late the letter was", async () => {
    const { id } = await door.invite({ linkSeconds: 60 });
    door.pass(50);
    const made = await linkForKybLetter(door.operator, id);
    door.pass(10);
    expect(await refused(kybByLink(door.desk, made?.url.slice(-43) ?? ""))).toBe("link_expired");
    expect(await linkForKybLetter(door.operator, id)).toBeNull();
  });
});
