const began = performance.now();
const red: string[] = [];

/** Seconds since a moment, for a summary's line. */
export function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}

/** Tells one line of the summary, and keeps it when it is a failure. */
export function tell(good: boolean, line: string): void {
  console.log(`${good ? "ok  " : "FAIL"} ${line}`);
  if (!good) red.push(line);
}

/** Runs that did not hold: where, what was found, and the last of what happened. */
export function tellFailures(
  failures: readonly {
    readonly where: string;
    readonly findings: readonly { readonly invariant: string; readonly detail: string }[];
    readonly trace: readonly string[];
  }[],
): void {
  for (const { where, findings, trace } of failures.slice(0, 3)) {
    console.log(`  ${where}`);
    for (const { invariant, detail } of findings.slice(0, 3)) console.log(`    ${invariant}: ${detail}`);
    for (const line of trace.filter((each) => each.includes("!!"))) console.log(`    ${line}`);
    console.log(`    ... ${trace.slice(-5).join("\n        ")}`);
  }
}

/** The most recent steps before something went wrong. */
const shownSteps = 40;

/** The seeds that did not hold, the end of the first one's trace, and the command that plays it again. */
export async function tellSeeds(
  failed: readonly { readonly seed: number; readonly what: string }[],
  command: string,
  play: (seed: number, trace: string[]) => Promise<unknown>,
): Promise<void> {
  for (const { seed, what } of failed.slice(0, 5)) console.log(`  seed ${seed}: ${what}`);
  const [first] = failed;
  if (!first) return;
  const trace: string[] = [];
  await play(first.seed, trace).catch((error: unknown) => trace.push(String(error)));
  console.log(`  the last steps of seed ${first.seed}; all of them: ${command} --seed ${first.seed}`);
  for (const line of trace.slice(-shownSteps)) console.log(`    ${line}`);
}

/** Plays one seed and shows every step of it; whether all invariants hold. */
export async function showSeed(
  seed: number,
  play: (
    seed: number,
    trace: string[],
  ) => Promise<{ readonly findings: readonly { invariant: string; detail: string }[] }>,
): Promise<boolean> {
  const trace: string[] = [];
  const { findings } = await play(seed, trace);
  console.log(trace.join("\n"));
  for (const { invariant, detail } of findings) console.log(`FAIL ${invariant}: ${detail}`);
  if (findings.length === 0) console.log(`ok   seed ${seed}: all invariants hold`);
  return findings.length === 0;
}

/** The last line; the exit code of the whole. */
export function finish(): number {
  console.log(red.length === 0 ? `sim: all good in ${seconds(began)}` : `sim: ${red.length} failures`);
  return red.length === 0 ? 0 : 1;
}
