import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { askExposures, retryExposures } from "../../../functions/app/screening/ask-exposures.ts";
import type { ExposureProvider } from "../../../functions/app/screening/ports.ts";
import type { ExposureAnswer } from "../../../functions/domain/screening/exposure.ts";
import type { ScreenSubject } from "../../../functions/domain/screening/screen.ts";
import { decide } from "../../../functions/domain/screening/verdict.ts";

const subject: ScreenSubject = {
  ...{ type: "wallet", value: "0x52908400098527886E0F7030069857D2E4169EE7", askedChain: null },
  ...{ chain: "ethereum", family: "evm", candidates: ["ethereum"], checksum: "ok" },
};

function answer(provider: string, about: Partial<ExposureAnswer> = {}): ExposureAnswer {
  return { provider, status: "complete", ref: null, findings: [], score: null, ...about };
}

type Way = (name: string) => Promise<ExposureAnswer>;

/** What is reported of each that is broken; where nothing stands, the provider itself said so. */
const reports: Readonly<Record<string, string | undefined>> = {
  throws: "down",
  hangs: "no answer within 0.02 s",
  "answers as another": "bad answered as somebody else",
  "answers out of form": "Invalid",
  "has findings out of form": "Invalid",
  "is pending without a reference": "bad is pending without a ref",
  "throws at once": "before it promised anything",
};

const broken: Readonly<Record<string, Way>> = {
  throws: async () => Promise.reject(new Error("down")),
  hangs: () => new Promise(() => undefined),
  "answers as another": async () => answer("somebody else"),
  "answers out of form": async (name) => ({ ...answer(name), status: "fine" }) as unknown as ExposureAnswer,
  "has findings out of form": async (name) => answer(name, { findings: [{} as never] }),
  "is pending without a reference": async (name) => answer(name, { status: "pending" }),
  "says that it failed": async (name) => answer(name, { status: "error" }),
  "throws at once": () => {
    throw new Error("before it promised anything");
  },
};

const sound: Readonly<Record<string, Way>> = {
  clean: async (name) => answer(name),
  later: async (name) => answer(name, { status: "pending", ref: "r1" }),
};

function provider(name: string, way: Way, about: Partial<ExposureProvider> = {}): ExposureProvider {
  const ask = () => way(name);
  return { name, timeoutSeconds: 0.02, covers: () => true, ask, askAgain: ask, ...about };
}

function verdictOn(exposures: readonly ExposureAnswer[]) {
  return decide({ subject, matches: [], own: [], exposures, listVersions: [] });
}

const untold = () => undefined;

describe("providers asked at once", () => {
  test.each(Object.keys(broken))("leave a verdict open where one %s, and the others' answers stand", async (how) => {
    const failures: [string, unknown][] = [];
    const bad = broken[how] ?? untold;
    const providers = [provider("good", sound.clean as Way), provider("bad", bad as Way)];
    const failed = (name: string, error: unknown) => failures.push([name, error]);
    const answers = await askExposures({ providers, failed }, subject, "scr_1");
    expect(answers).toEqual([answer("good"), answer("bad", { status: "error" })]);
    const message = reports[how];
    expect(failures).toEqual(
      message === undefined ? [] : [["bad", expect.objectContaining({ message: expect.stringContaining(message) })]],
    );
    expect(verdictOn(answers)).toMatchObject({ status: "error", action: "review" });
  });

  test("never come to a complete pass where any of them failed or is not done", async () => {
    const ways = { ...broken, ...sound };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(ways)), { minLength: 1, maxLength: 4 }),
        async (hows) => {
          const providers = hows.map((how, n) => provider(`p${n}`, ways[how] as Way));
          const answers = await askExposures({ providers, failed: untold }, subject, "scr_1");
          const { status, action } = verdictOn(answers);
          expect(answers).toHaveLength(hows.length);
          expect(status === "complete" && action === "allow").toBe(hows.every((how) => how === "clean"));
        },
      ),
      { numRuns: 100 },
    );
  });

  test("are those that cover the subject, each under the screen's key", async () => {
    const keys: string[] = [];
    const ask = async (_: ScreenSubject, key: string) => {
      keys.push(key);
      return answer("one");
    };
    const providers = [
      provider("one", sound.clean as Way, { ask }),
      provider("two", sound.clean as Way, { covers: () => false }),
    ];
    expect(await askExposures({ providers, failed: untold }, subject, "scr_7")).toEqual([answer("one")]);
    expect(keys).toEqual(["scr_7"]);
  });
});

describe("providers asked again", () => {
  const waiting = answer("one", { status: "pending", ref: "r1" });

  test("complete what was pending, and are not asked about what is done", async () => {
    const refs: string[] = [];
    const askAgain = async (_: ScreenSubject, ref: string) => {
      refs.push(ref);
      return answer("one", { ref, score: "7" });
    };
    const providers = [provider("one", sound.clean as Way, { askAgain })];
    const before = [waiting, answer("two"), answer("three", { status: "error" })];
    const after = await retryExposures({ providers, failed: untold }, subject, before);
    expect(after).toEqual([answer("one", { ref: "r1", score: "7" }), before[1], before[2]]);
    expect(refs).toEqual(["r1"]);
  });

  test("leave it pending where they cannot be asked just then", async () => {
    const failures: string[] = [];
    const providers = [provider("one", broken.throws as Way)];
    const failed = (name: string) => failures.push(name);
    expect(await retryExposures({ providers, failed }, subject, [waiting])).toEqual([waiting]);
    expect(failures).toEqual(["one"]);
  });

  test("that are switched off since will never answer", async () => {
    const after = await retryExposures({ providers: [], failed: untold }, subject, [waiting]);
    expect(after).toEqual([answer("one", { status: "error" })]);
  });
});
