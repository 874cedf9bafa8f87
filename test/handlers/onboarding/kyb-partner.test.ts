import { beforeEach, describe, expect, test } from "vitest";
import { askPartner } from "../../../functions/app/onboarding/partner.ts";
import { KybDoor } from "../../support/onboarding/kyb-door.ts";

let door: KybDoor;

beforeEach(() => {
  door = new KybDoor();
});

describe("a partner", () => {
  test("whose answer was lost is asked again by the sweeper, by the same key", async () => {
    const real = door.onboarding;
    const keys: string[] = [];
    door.onboarding = {
      ...{ name: "flaky", look: (ref) => real.look(ref) },
      apply: async (applicant) => {
        keys.push(applicant.key);
        const said = await real.apply(applicant);
        if (keys.length === 1) throw new Error("the answer was lost");
        return said;
      },
    };
    const { id } = await door.submitted();
    await door.handOn();
    expect((await door.state(id)).status).toBe("submitted");
    expect(await door.sweep(id)).toBe(false);
    door.pass(300);
    expect(await door.sweep(id)).toBe(true);
    expect(await door.state(id)).toMatchObject({ status: "approved" });
    expect(keys).toEqual([id, id]);
    expect(door.railBook.rows()).toHaveLength(1);
  });

  test("who is asked by two at once approves once, and makes one tenant", async () => {
    const { id } = await door.submitted();
    await Promise.all([1, 2, 3].map(() => askPartner(door.partnerDesk, id)));
    expect((await door.state(id)).status).toBe("approved");
    expect(door.book.rows().filter(({ type }) => type === "tenant")).toHaveLength(1);
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
    door.onboarding = { name: "slow", apply: answer, look: answer };
    const { id } = await door.submitted();
    await door.handOn();
    for (const seconds of [300, 900, 3600, 21_600, 21_600]) {
      const before = asked;
      door.pass(seconds - 1);
      expect(await door.sweep(id)).toBe(false);
      door.pass(1);
      expect(await door.sweep(id)).toBe(true);
      expect(asked).toBe(before + 1);
    }
  });

  test("who answers about what was submitted before is not heard about what came after", async () => {
    const { id, token } = await door.submitted("Review Goods LLC");
    await door.handOn();
    const real = door.onboarding;
    const old = await real.look((await door.state(id)).partner?.ref ?? "");
    if (!old) throw new Error("the partner knows it");
    door.onboarding = {
      ...{ name: "late", apply: (applicant) => real.apply(applicant) },
      look: async () => {
        door.pass(60);
        await door.bring(token, { kind: "formation_document" });
        await door.save(token, "review");
        await door.submit(token);
        return old;
      },
    };
    await askPartner(door.partnerDesk, id);
    expect(await door.state(id)).toMatchObject({
      status: "submitted",
      partner: { missing: [], told: false },
    });
  });
});
