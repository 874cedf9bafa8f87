import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NestedStack, type Stack, Token } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";

/** What a stack says of itself outside its template. */
export interface StackSettings {
  readonly stackName: string;
  /** Null where any account takes it. */
  readonly account: string | null;
  readonly region: string | null;
  readonly terminationProtection: boolean;
}

/** One template as CloudFormation gets it, and its place among those of its product. */
export interface SynthesizedTemplate {
  /** The constructs of the nested stacks down to it; empty for the product's own stack. */
  readonly place: string;
  /** The template that nests it and its logical id there; null for the product's own stack. */
  readonly nestedIn: { readonly place: string; readonly logicalId: string } | null;
  readonly body: { readonly Resources: Readonly<Record<string, { readonly Type: string }>> };
}

/** A synthesized stack: its own template first, then all that are nested in it. */
export interface Synthesis {
  readonly settings: StackSettings;
  readonly templates: readonly SynthesizedTemplate[];
}

/** Synthesizes a stack. */
export function synthesisOf(stack: Stack): Synthesis {
  return { settings: settingsOf(stack), templates: templatesOf(stack, "", null) };
}

/** What was synthesized under a name, once in a test run whichever file asks first; nobody else's changes show in what it gives. */
export function synthesizedOnce(name: string, make: () => Stack): Synthesis {
  const folder = process.env.SLUICE_SYNTHESES;
  // Outside a test run nothing says when it is stale.
  if (folder === undefined) return synthesisOf(make());
  const file = join(folder, `${createHash("sha256").update(name).digest("hex")}.json`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    // Another worker may be at the same one: who reads never sees half of it.
    const own = `${file}.${process.pid}`;
    writeFileSync(own, JSON.stringify(synthesisOf(make())));
    renameSync(own, file);
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The product's own template, without those that are nested in it. */
export function outerTemplateOf({ templates }: Synthesis): Template {
  return Template.fromJSON(templates[0]?.body ?? {}, { skipCyclicalDependenciesCheck: true });
}

function settingsOf({ stackName, account, region, terminationProtection = false }: Stack): StackSettings {
  const pinned = (value: string) => (Token.isUnresolved(value) ? null : value);
  return { stackName, account: pinned(account), region: pinned(region), terminationProtection };
}

function templatesOf(stack: Stack, place: string, nestedIn: SynthesizedTemplate["nestedIn"]): SynthesizedTemplate[] {
  const body = Template.fromStack(stack).toJSON() as SynthesizedTemplate["body"];
  const inside = stack.node.findAll().filter((each) => NestedStack.isNestedStack(each));
  const nested = inside.flatMap((each) => {
    if (each.nestedStackParent !== stack || each.nestedStackResource === undefined) return [];
    const logicalId = stack.getLogicalId(each.nestedStackResource);
    return templatesOf(each, place === "" ? each.node.id : `${place}/${each.node.id}`, { place, logicalId });
  });
  return [{ place, nestedIn, body }, ...nested];
}
