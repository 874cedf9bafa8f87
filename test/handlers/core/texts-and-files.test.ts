import { describe, expect, test } from "vitest";
import { errorText } from "../../../functions/app/core/error-text.ts";
import { fileProblem, sha256Of } from "../../../functions/app/core/file-problem.ts";
import { inOrder } from "../../../functions/app/core/map-concurrent.ts";
import { redactText } from "../../../functions/app/core/redact.ts";
import { refuseTooLate } from "../../../functions/app/core/time-budget.ts";
import { within } from "../../../functions/app/core/timeout.ts";
import { aPng } from "../../support/core/files.ts";

describe("what goes into a log", () => {
  test("is where an error came from, without the text that was no JSON", () => {
    const read = () => JSON.parse("{secret");
    let error: unknown;
    try {
      read();
    } catch (caught) {
      error = caught;
    }
    expect(errorText(error)).toContain("what was read cannot be parsed");
    expect(errorText(error)).not.toContain("secret");
    expect(errorText(new Error("plain"))).toMatch(/^Error: plain\n +at /);
    const bare = new Error("bare");
    delete bare.stack;
    expect([errorText(bare), errorText("text"), errorText(undefined)]).toEqual(["bare", "text", "undefined"]);
  });

  test("has no secret and nothing unprintable", () => {
    const text = "a slc_test_Ab1_c whsec_Ab+/= Bearer  x.y-z mine\u0000\u001b[1m\tend\u007f";
    expect(redactText(text, ["mine", ""])).toBe("a [removed] [removed] [removed] [removed]  [1m\tend ");
    expect(redactText("slc_live_Z9 twice mine mine", ["mine"])).toBe("[removed] twice [removed] [removed]");
    expect([redactText("", ["x"]), redactText("a\nb", [])]).toEqual(["", "a\nb"]);
  });
});

describe("a file that came", () => {
  const bytes = aPng(2, 2);
  const found = { bytes, sizeBytes: bytes.length, contentType: "image/png" };
  const declared = { contentType: "image/png", sizeBytes: bytes.length, sha256: sha256Of(bytes) } as const;

  test("is the one that was announced, or says in which way it is not", () => {
    expect(fileProblem(found, declared)).toBeUndefined();
    expect(fileProblem(found, { ...declared, sizeBytes: null, sha256: null })).toBeUndefined();
    expect(fileProblem(found, declared, bytes.length)).toBeUndefined();
    expect([
      fileProblem(found, declared, bytes.length - 1),
      fileProblem(found, { ...declared, sizeBytes: 7 }),
      fileProblem({ ...found, contentType: "image/jpeg" }, declared),
      fileProblem(found, { ...declared, sha256: "0".repeat(64) }),
      fileProblem({ ...found, bytes: Buffer.from("x") }, { ...declared, sha256: null }),
    ]).toEqual([
      `the file is larger than ${bytes.length - 1} bytes`,
      `the file has ${bytes.length} bytes, not 7`,
      "the file came as image/jpeg, not as image/png",
      "the file's SHA-256 is not the one that was announced",
      "the PNG image has no header of a PNG image",
    ]);
  });
});

describe("work on many things", () => {
  test("is so many at once, and answers in the order of the questions", async () => {
    let under = 0;
    let most = 0;
    const answers = await inOrder([3, 1, 2], 2, async (each) => {
      under += 1;
      most = Math.max(most, under);
      for (let turn = 0; turn < each; turn++) await undefined;
      under -= 1;
      return each * 10;
    });
    expect([answers, most]).toEqual([[30, 10, 20], 2]);
    expect(await inOrder([], 2, async () => 1)).toEqual([]);
  });

  test("that gives no answer in time is told so, whatever became of it", async () => {
    await expect(within(0.001, new Promise(() => undefined))).rejects.toMatchObject({
      ...{ name: "DeadlineExceeded", message: "no answer within 0.001 s" },
    });
    expect(await within(60, Promise.resolve("in time"))).toBe("in time");
    await expect(within(60, Promise.reject(new Error("its own")))).rejects.toThrow("its own");
  });

  test("ends where there is no time left", () => {
    expect(() => refuseTooLate({ isLate: () => true })).toThrow("out of time");
    expect(refuseTooLate({ isLate: () => false })).toBeUndefined();
  });
});
