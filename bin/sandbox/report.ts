import type { LocalServer } from "./forward.ts";
import type { Report } from "./launch.ts";

const tickMs = 5_000;

/** Tells a person at a terminal what goes on: a line per step, one more when a step takes long, one per request. */
export function terminalReport(): Report & { say(what: "steps" | "requests" | "nothing"): void } {
  let answer: "steps" | "requests" | "nothing" = "steps";
  const sayStep = (line: string) => {
    if (answer === "steps") console.log(`  ${line}`);
  };
  return {
    async step(title, work) {
      const startedAt = performance.now();
      const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
      const ticking = setInterval(() => sayStep(`${title} ... ${seconds()} so far`), tickMs);
      try {
        const result = await work();
        sayStep(`${title}: ${seconds()}`);
        return result;
      } finally {
        clearInterval(ticking);
      }
    },
    served(request) {
      if (answer === "requests") console.log(lineOf(request));
    },
    say(what) {
      answer = what;
    },
  };
}

function lineOf({ method, path, status, durationMs }: LocalServer): string {
  const time = new Date().toISOString().slice(11, 19);
  return `${time} ${method} ${withoutSecrets(path)} ${status} ${durationMs} ms`;
}

/** Links hold tokens in their path; a log line must not. */
function withoutSecrets(path: string): string {
  return path.replace(/[\w-]{40,}/g, "(token)").slice(0, 200);
}
