import { StageRefusal } from "../stacks/stage-refused.ts";
import type { StageFile } from "./file.ts";

/** The most characters of a stage's name: what SQS's 80 leave beside the longest name of a queue. */
export const longestStageName = 22;

const wellFormed = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** The file, without its ending, that a stage is read from: its own, or `dev` for `dev-NAME`. Refuses a stage that has none. */
export function stageFileOf(name: string, files: readonly string[]): string {
  const file = files.includes(name) ? name : "dev";
  const isDeveloper = name.startsWith("dev-") && files.includes("dev");
  if (name === "dev" || (file === "dev" && !isDeveloper)) {
    const known = files.map((each) => (each === "dev" ? "dev-NAME" : each)).toSorted();
    throw new StageRefusal(`There is no stage "${name}"; choose one of ${known.join(", ")}.`);
  }
  if (!wellFormed.test(name) || name.length > longestStageName)
    throw new StageRefusal(
      `The stage name "${name}" is not usable; take up to ${longestStageName} lower-case letters, digits and single hyphens.`,
    );
  return file;
}

/** Whether a stage of this name may be of this kind: a developer's, and no other, is called `dev-NAME`. */
export function fitsStageType(name: string, kind: StageFile["kind"]): boolean {
  return name.startsWith("dev-") === (kind === "dev");
}
