import { expect, test } from "vitest";
import type { Applicant, Onboarding } from "../../../functions/app/onboarding/ports.ts";
import type { LineFault } from "../settlement/rail-promises.ts";

/** What becomes of an applicant: how the partner decides in the end. */
export type Fate = "approved" | "denied" | "lacking";

/** A partner with a world around it that a test can move. */
export interface OnboardingUnderTest extends AsyncDisposable {
  readonly partner: Onboarding;
  /** The partner as another process has it. */
  readonly elsewhere: () => Onboarding;
  readonly applicant: (fate: Fate, nth?: number) => Applicant;
  /** The applicant goes through the partner's pages, and the partner decides: a lacking one is asked for its formation document. */
  conclude(ref: string, fate: Fate): Promise<void>;
  /** What was asked for is there, and the partner is content. */
  bring(ref: string): Promise<void>;
  /** How many applications the partner has, by its own books. */
  made(): Promise<number>;
  /** Something goes wrong with the next call that opens an application; undefined where there is no line to go wrong. */
  readonly fault?: (kind: LineFault) => void;
}

/** What every partner promises, on a world of its own for each test; `remote` where there is a line that can go wrong. */
export function onboardingPromises(start: () => Promise<OnboardingUnderTest>, remote: boolean): void {
  async function concluded(world: OnboardingUnderTest, fate: Fate) {
    const { ref } = await world.partner.apply(world.applicant(fate));
    await world.conclude(ref, fate);
    return ref;
  }

  test("one application is opened once, and answered the same", async () => {
    await using world = await start();
    const first = await world.partner.apply(world.applicant("approved"));
    expect(await world.partner.apply(world.applicant("approved"))).toEqual(first);
    expect(await world.made()).toBe(1);
  });

  test("a look tells what the application was told", async () => {
    await using world = await start();
    for (const fate of ["approved", "denied", "lacking"] as const) {
      const reply = await world.partner.apply(world.applicant(fate));
      expect(await world.partner.look(reply.ref)).toEqual(reply);
    }
  });

  test("what one process has opened, another looks at, and does not open again", async () => {
    await using world = await start();
    const reply = await world.partner.apply(world.applicant("approved"));
    expect(await world.elsewhere().look(reply.ref)).toEqual(reply);
    expect(await world.elsewhere().apply(world.applicant("approved"))).toEqual(reply);
    expect(await world.made()).toBe(1);
  });

  test("its name of an application is one word, and every application has its own", async () => {
    await using world = await start();
    const one = await world.partner.apply(world.applicant("approved", 1));
    const other = await world.partner.apply(world.applicant("approved", 2));
    expect(one.ref).toMatch(/^[\w.-]{1,128}$/);
    expect(other.ref).not.toBe(one.ref);
    expect(await world.made()).toBe(2);
  });

  test("it knows none of a name that it never gave", async () => {
    await using world = await start();
    expect(await world.partner.look("kyc_of_nobody")).toBeNull();
  });

  test("an approval names the customer, and asks for nothing more", async () => {
    await using world = await start();
    expect(await world.partner.look(await concluded(world, "approved"))).toMatchObject({
      ...{ standing: "approved", partnerCustomerId: expect.stringMatching(/^\S{1,128}$/) },
      ...{ missing: [], reasons: [], pages: { identity: null, terms: null } },
    });
  });

  test("a no says why, and stays a no whatever is brought", async () => {
    await using world = await start();
    const ref = await concluded(world, "denied");
    const reply = await world.partner.look(ref);
    expect(reply).toMatchObject({ standing: "rejected", missing: [], reasons: [expect.stringMatching(/\w/)] });
    const brought = { ...world.applicant("denied"), brought: ["formation_document"] as const };
    expect(await world.partner.apply(brought)).toEqual(reply);
  });

  test("what is missing is named, and asked for no more once it was brought", async () => {
    await using world = await start();
    const ref = await concluded(world, "lacking");
    const before = await world.partner.look(ref);
    expect(before).toMatchObject({ missing: ["formation_document"] });
    expect(before?.standing).not.toMatch(/approved|rejected/);
    await world.bring(ref);
    const after = await world.partner.apply({ ...world.applicant("lacking"), brought: ["formation_document"] });
    expect(after).toMatchObject({ ref, standing: "approved", missing: [] });
    expect(await world.partner.look(ref)).toEqual(after);
  });

  test("what was decided is not undone by a repeat of the first call", async () => {
    await using world = await start();
    const ref = await concluded(world, "approved");
    expect(await world.partner.apply(world.applicant("approved"))).toMatchObject({ ...{ ref, standing: "approved" } });
  });

  const lines: LineFault[] = remote ? ["lost", "unreached", "broken"] : [];
  test.each(lines)("a call that is %s throws, and its repeat opens one application", async (kind) => {
    await using world = await start();
    world.fault?.(kind);
    await expect(world.partner.apply(world.applicant("approved"))).rejects.toThrow();
    const reply = await world.partner.apply(world.applicant("approved"));
    expect(await world.partner.look(reply.ref)).toEqual(reply);
    expect(await world.made()).toBe(1);
  });
}
