import type { ScreeningSweepContext } from "../../app/screening/sweep.ts";
import { contextFor } from "../core/context.ts";
import { log } from "../core/log.ts";
import { alertSender } from "../disputes/alert-sender.ts";
import { listReader } from "./lists.ts";
import { screening } from "./screens.ts";

/** What the screening interface's sweeper works with. */
export function screeningSweepContext(requestId: string): ScreeningSweepContext {
  const context = contextFor("system:sweeper", requestId);
  return { ...context, ...screening, sender: alertSender, listStore: listReader, log };
}
