import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Stage } from "../lib/stacks/stage.ts";
import { StageRefusal } from "../lib/stacks/stage-refused.ts";
import { stageFileOf } from "../lib/stage/name.ts";
import type { Context } from "../lib/stage/overrides.ts";
import { readStage } from "../lib/stage/read.ts";

const stagesFolder = join(import.meta.dirname, "../stages");

/** The stage that `cdk -c stage=NAME` names, `sandbox` where it names none, from its file. */
export async function loadStage(context: Context, folder = stagesFolder): Promise<Stage> {
  const name = String(context.stage ?? "sandbox");
  const files = readdirSync(folder).flatMap((each) => (each.endsWith(".ts") ? [each.slice(0, -3)] : []));
  const file = `${stageFileOf(name, files)}.ts`;
  const { stage } = await importStage(folder, file);
  return readStage({ name, file: `stages/${file}`, stage, context });
}

async function importStage(folder: string, file: string): Promise<{ readonly stage?: unknown }> {
  try {
    return await import(pathToFileURL(join(folder, file)).href);
  } catch (error) {
    throw new StageRefusal(
      `stages/${file} cannot be read: ${error instanceof Error ? error.message.split("\n")[0] : error}.`,
    );
  }
}
