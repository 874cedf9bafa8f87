import * as z from "zod";
import { type Screen, screenTypes, verdict } from "./screen.ts";

/** A screen as its account sees it (spec section 4, decisions "Screening"). */
export const screenView = z
  .object({
    id: z.string(),
    type: z.enum(screenTypes).describe("what was screened"),
    value: z.string().describe("the address or the transaction's reference, as it came"),
    ...verdict.shape,
    createdAt: z.string(),
    updatedAt: z.string().meta({ description: "when its verdict last changed" }),
  })
  .meta({ id: "Screen" });

export type ScreenView = z.infer<typeof screenView>;

/** What an account is told of a screen: the verdict, and nothing of what providers answered word by word. */
export function viewScreen({ id, subject, verdict: report, createdAt, updatedAt }: Screen): ScreenView {
  const { type, value } = subject;
  return { id, type, value, ...report, createdAt: createdAt, updatedAt: updatedAt };
}
