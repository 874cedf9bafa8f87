import * as z from "zod";
import { runExport } from "../app/exports.ts";
import { makeExport } from "../app/make-export.ts";
import { makeDesk } from "../wiring/reports.ts";
import { inTurn } from "./in-turn.ts";

const message = z.object({ exportId: z.string() });

/** Makes the exports that the queue hands over. */
export const handler = inTurn(
  { line: "export", operation: "export", message },
  async ({ exportId }, { requestId }) => {
    const desk = makeDesk(requestId);
    await runExport(desk, exportId, (state) => makeExport(desk, state));
    return { correlationId: exportId };
  },
);
