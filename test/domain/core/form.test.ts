import { describe, expect, test } from "vitest";
import * as z from "zod";
import { inputsOf, readForm, rule, withInput } from "../../../functions/domain/core/form.ts";

const short = z.string().check(
  rule("missing", (text) => text !== ""),
  rule("too_long", (text) => text.length <= 3, 3),
);

const form = z.strictObject({
  name: withInput(short, { width: 12 }),
  note: withInput(z.string(), { kind: "lines" }).optional(),
  place: withInput(z.string(), { optional: "unsaid" }).default("here"),
});

describe("a form", () => {
  test("gives its values where every rule holds", () => {
    expect(readForm(form, { name: "abc" })).toEqual({ ok: true, value: { name: "abc", note: "", place: "" } });
  });

  test("tells the first rule that does not hold, with the limit that it has", () => {
    expect(readForm(form, {})).toEqual({ ok: false, problems: [{ path: "name", code: "missing" }] });
    expect(readForm(form, { name: "abcd" })).toEqual({
      ok: false,
      problems: [{ path: "name", code: "too_long", limit: 3 }],
    });
  });

  test("tells each field that it does not know after the others, its name cut at 64 characters", () => {
    const long = "x".repeat(65);
    expect(readForm(form, { name: "", other: "1", [long]: "2" })).toEqual({
      ok: false,
      problems: [
        { path: "name", code: "missing" },
        { path: "other", code: "unknown_field" },
        { path: "x".repeat(64), code: "unknown_field" },
      ],
    });
  });

  test("knows how each field is entered, and which may be left out", () => {
    expect(inputsOf(form)).toEqual({
      name: { width: 12 },
      note: { kind: "lines", optional: true },
      place: { optional: "unsaid" },
    });
  });
});
