import * as z from "zod";
import { operation } from "../../../functions/http/operation-types.ts";
import { TestApi } from "../../support/core/test-api.ts";
import type { PlainRequest } from "../../support/routes/bad-input.ts";

/** A route as none of ours is: its one field is short, and its pattern tries every way to divide it. */
export const backtracking = operation({
  ...{ id: "planted", method: "POST", path: "/planted", caller: "public", summary: "s", tag: "t", lambda: "planted" },
  body: z.object({
    name: z
      .string()
      .max(28, { abort: true })
      .regex(/^(a+)+$/),
  }),
  reply: { status: 200, schema: z.object({}) },
  refusals: [],
});

/** The planted route behind the frame of every other. */
export function openControl(): (request: PlainRequest) => Promise<unknown> {
  return new TestApi().open({ planted: backtracking }, { planted: async () => ({ body: {} }) });
}
