import { readFileSync } from "node:fs";
import validate from "asl-validator";
import { describe, expect, it } from "vitest";
import type { Definition, State } from "../../support/world/core/asl.ts";
import { type Script, type Walk, walk } from "./walk.ts";

/** All walks through one machine, which remember between which states they went. */
export class Tour {
  readonly #machine: Definition;
  readonly #happy: Script;
  readonly #input: Readonly<Record<string, string>> | undefined;
  readonly #walked = new Set<string>();

  /** Tasks do what `happy` says where a walk's own script has nothing else. */
  constructor(machine: Definition, happy: Script, input?: Readonly<Record<string, string>>) {
    this.#machine = machine;
    this.#happy = happy;
    this.#input = input;
  }

  go(script: Script): Walk {
    const reply = walk({ ...this.#happy, ...script }, this.#machine, this.#input);
    const { path } = reply.execution;
    for (const [at, state] of path.entries()) this.#walked.add(`${path[at - 1] ?? "start"} -> ${state}`);
    return reply;
  }

  /** The states entered and the status at the end, in one line. */
  pathOf(script: Script): string {
    const { execution } = this.go(script);
    return `${execution.path.join(" ")} ${execution.status}`;
  }

  /** The ways between states that no walk has taken. */
  untaken(): string[] {
    const ways = Object.entries(this.#machine.States).flatMap(([name, state]) =>
      waysOut(state).map((next) => `${name} -> ${next}`),
    );
    return ways.filter((way) => !this.#walked.has(way));
  }
}

/** What holds for the file of every machine; `name` is the file's, `subject` what one run of it is for. */
export function describeFile(name: string, machine: Definition, subject: string): void {
  describe("the file", () => {
    it("is valid Amazon States Language", () => {
      const file = new URL(`../../../statemachines/${name}.asl.json`, import.meta.url);
      const { isValid, errorsText } = validate(JSON.parse(readFileSync(file, "utf8")));
      expect(errorsText("\n")).toBe("");
      expect(isValid).toBe(true);
    });

    it("lets every state be reached", () => {
      const reached = new Set<string>();
      const visit = (state: string) => {
        if (reached.has(state)) return;
        reached.add(state);
        for (const next of waysOut(machine.States[state])) visit(next);
      };
      visit(machine.StartAt);
      expect([...reached].sort()).toEqual(Object.keys(machine.States).sort());
    });

    it(`never ends in a Fail: what is wrong with ${subject} is on its record`, () => {
      expect(Object.values(machine.States).map(({ Type }) => Type)).not.toContain("Fail");
    });
  });
}

function waysOut(state: State | undefined): string[] {
  if (!state || state.Type === "Succeed") return [];
  if (state.Type === "Choice")
    return [...state.Choices.flatMap(({ Next }) => (Next === undefined ? [] : [Next])), state.Default];
  if (state.Type === "Wait") return [state.Next];
  return [state.Next, ...(state.Catch ?? []).map(({ Next }) => Next)];
}
