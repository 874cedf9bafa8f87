import { installVirtualTimers } from "./virtual-timers.ts";

/** What a process needs before it plays: deadlines in virtual time, no log lines, no stacks that nobody reads. */
export function prepare(): void {
  installVirtualTimers();
  console.error = () => undefined;
  Error.stackTraceLimit = 0;
}
