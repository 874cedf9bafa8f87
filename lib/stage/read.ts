import * as z from "zod";
import { type Stage, stageOf } from "../stacks/stage.ts";
import { StageRefusal } from "../stacks/stage-refused.ts";
import { refuseContradictions } from "./checks.ts";
import { stageSchemas } from "./file.ts";
import { mistakeIn, type Place, pathText, withoutBlanks } from "./mistake.ts";
import { fitsStageType } from "./name.ts";
import { type Context, overridesOf } from "./overrides.ts";
import { wordOf } from "./values.ts";

/** What a stage is made from. */
export interface StageSource {
  readonly name: string;
  /** Where the file is, for the sentences that refuse it: `stages/prod.ts`. */
  readonly file: string;
  /** What the file exports as `stage`. */
  readonly stage: unknown;
  /** What `cdk -c` gives. */
  readonly context: Context;
}

const beginning = z.looseObject({ kind: wordOf(["sandbox", "dev", "prod"]) }, "{ kind: ... }");

/** The stage of a file, or a refusal of one sentence for the first mistake in it. */
export function readStage({ name, file, stage, context }: StageSource): Stage {
  if (stage === undefined)
    throw new StageRefusal(`${file} has no stage; write export const stage = { ... } satisfies StageFile.`);
  const inFile: Place = (path) => (path.length === 0 ? file : `${file}: ${pathText(path)}`);
  const written = withoutBlanks(stage);
  const { kind } = parse(beginning, written, inFile);
  if (!fitsStageType(name, kind))
    throw new StageRefusal(
      `${file}: kind is ${kind}, and the stage is called ${name}; write kind dev for dev-NAME and no other stage.`,
    );
  const overrides = overridesOf(context, { name, kind, file });
  const at: Place = (path) => (Object.hasOwn(overrides, path[0] ?? "") ? `-c ${pathText(path)}` : inFile(path));
  const schema = overrides.local === true ? stageSchemas.local : stageSchemas[kind];
  const settings = parse<z.output<typeof schema>>(schema, { ...(written as object), ...overrides }, at);
  refuseContradictions(settings, at);
  return stageOf(name, settings);
}

function parse<T>(schema: z.ZodObject & z.ZodType<T>, settings: unknown, at: Place): T {
  const result = schema.safeParse(settings);
  if (result.success) return result.data;
  throw new StageRefusal(mistakeIn(result.error, settings, Object.keys(schema.shape), at));
}
