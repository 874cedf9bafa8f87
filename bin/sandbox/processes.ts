import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** How a program is run. */
export interface Program {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly logFile: string;
}

// The group ends with us, even if we are killed: then our end of the pipe closes and `read` returns.
const guard = 'exec 3<&0; (read -r _ <&3; kill -TERM 0) & "$@" & wait $!';

/** The programs that a sandbox started, each in a process group of its own; all of them end with it. */
export class Processes {
  readonly #running = new Set<ChildProcess>();

  /** Starts a program that stays, its children in its group. */
  start({ command, arguments: given, env, cwd, logFile }: Program): ChildProcess {
    mkdirSync(dirname(logFile), { recursive: true });
    const log = createWriteStream(logFile, { flags: "a" });
    const child = spawn("sh", ["-c", guard, "sh", command, ...given], {
      env,
      cwd,
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin?.on("error", () => undefined);
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    this.#running.add(child);
    child.on("close", () => log.end());
    return child;
  }

  /** Runs a program to its end and gives its exit code; what it printed is in the log file. */
  async run(program: Program): Promise<number> {
    const child = this.start(program);
    const code = await new Promise<number>((resolve) => {
      child.on("error", () => resolve(127));
      child.on("exit", (exitCode) => resolve(exitCode ?? 1));
    });
    await this.#end(child);
    return code;
  }

  /** Ends every program and what it started itself. */
  async stop(): Promise<void> {
    await Promise.all([...this.#running].map((child) => this.#end(child)));
  }

  async #end(child: ChildProcess): Promise<void> {
    this.#running.delete(child);
    const { pid } = child;
    if (pid === undefined) return;
    if (!signalGroup(pid, "SIGTERM")) return;
    for (let waited = 0; waited < 5_000; waited += 50) {
      await wait(50);
      if (!signalGroup(pid, 0)) return;
    }
    signalGroup(pid, "SIGKILL");
  }
}

function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}
