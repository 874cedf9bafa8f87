import type { ScreeningSweepDesk } from "../../app/screening/sweep.ts";
import { deskFor } from "../core/context.ts";
import { log } from "../core/log.ts";
import { alertSender } from "../disputes/alert-sender.ts";
import { listReader } from "./lists.ts";
import { screening } from "./screens.ts";

/** What the screening interface's sweeper works with. */
export function screeningSweepDesk(requestId: string): ScreeningSweepDesk {
  const desk = deskFor("system:sweeper", requestId);
  return { ...desk, ...screening, sender: alertSender, store: listReader, log };
}
