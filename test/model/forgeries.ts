import type { ObservedRun, ObservedStep } from "./observed-run.ts";

type Steps = readonly ObservedStep[];

function after(step: ObservedStep | undefined, name: string): string | boolean | undefined {
  return step && "after" in step ? step.after[name] : undefined;
}

function without(steps: Steps, isGone: (step: ObservedStep) => boolean): Steps | undefined {
  const at = steps.findIndex(isGone);
  return at < 0 ? undefined : steps.toSpliced(at, 1);
}

/** Says a step once more, after the end. */
function repeatedAtEnd(steps: Steps, isMeant: (step: ObservedStep) => boolean): Steps | undefined {
  const step = steps.find(isMeant);
  return step && [...steps, step];
}

function changedAtEnd(steps: Steps, status: string, change: Readonly<Record<string, string | boolean>>) {
  const last = steps.at(-1);
  if (last === undefined || !("after" in last) || last.after.status !== status) return undefined;
  return [...steps, { ...last, after: { ...last.after, ...change } }];
}

const isCall = (call: string) => (step: ObservedStep) => "call" in step && step.call === call;

/** Ways to make a run that may not be of one that was, by protocol; undefined where it does not fit. */
const forgeries: Readonly<
  Record<ObservedRun["protocol"], Readonly<Record<string, (steps: Steps) => Steps | undefined>>>
> = {
  settlement: {
    "paid out without a call": (steps) => without(steps, isCall("payout")),
    "a payout is ordered once more after its proof": (steps) =>
      after(steps.at(-1), "status") === "completed" ? repeatedAtEnd(steps, isCall("payout")) : undefined,
    "the screen before conversion is left out": (steps) =>
      without(steps, (step) => after(step, "status") === "screened" && after(step, "leg") === "none"),
    "a completed settlement fails": (steps) => changedAtEnd(steps, "completed", { status: "failed" }),
    "a declined settlement is completed": (steps) =>
      changedAtEnd(steps, "declined", { status: "completed", proven: true }),
    "collected before the rail was asked": (steps) => without(steps, isCall("collect")),
  },
  escrow: {
    "released without a call": (steps) => without(steps, isCall("release")),
    "refunded after it was released": (steps) => changedAtEnd(steps, "released", { status: "refunded" }),
    "released after it was refunded": (steps) => changedAtEnd(steps, "refunded", { status: "released", proven: true }),
    "the release's intent is left out": (steps) => without(steps, (step) => after(step, "leg") === "release"),
    "money that was sent back is held": (steps) => {
      const at = steps.findIndex(isCall("return"));
      return at < 0 ? undefined : changedAtEnd(steps, "refunded", { status: "funded", held: true });
    },
    "the rest is returned without a call": (steps) => without(steps, isCall("rest")),
    "a cancelled milestone is paid with the others": (steps) => {
      const left = steps.filter((step) => !isCall("rest")(step) && after(step, "leg") !== "rest");
      return left.length < steps.length && after(left.at(-1), "status") === "released" ? left : undefined;
    },
    "a release is ordered once more after its proof": (steps) =>
      after(steps.at(-1), "status") === "released" ? repeatedAtEnd(steps, isCall("release")) : undefined,
  },
};

/** The ways to forge a run of a protocol. */
export function forgeriesFor(protocol: ObservedRun["protocol"]): string[] {
  return Object.keys(forgeries[protocol]);
}

/** A run that was, and what was made of it. */
export interface Forgery {
  readonly run: ObservedRun;
  readonly forged: ObservedRun;
}

/** The runs that a way of forging fits, forged, in the order of the runs. */
export function forgeriesOf(protocol: ObservedRun["protocol"], way: string, runs: readonly ObservedRun[]): Forgery[] {
  const forge = forgeries[protocol][way];
  return runs.flatMap((run) => {
    const steps = forge?.(run.steps);
    return steps ? [{ run, forged: { ...run, steps } }] : [];
  });
}
