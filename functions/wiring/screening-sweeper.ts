import type { ScreeningSweepDesk } from "../app/screening-sweep.ts";
import { alertSender } from "./alert-sender.ts";
import { deskFor } from "./base.ts";
import { listReader } from "./lists.ts";
import { log } from "./log.ts";
import { screening } from "./screens.ts";

/** What the screening interface's sweeper works with. */
export function screeningSweepDesk(requestId: string): ScreeningSweepDesk {
  const desk = deskFor("system:sweeper", requestId);
  return { ...desk, ...screening, sender: alertSender, store: listReader, log };
}
