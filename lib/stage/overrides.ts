import { readPairs } from "../../functions/domain/reconciliation/fee-policy.ts";
import { StageRefusal } from "../stacks/stage-refused.ts";
import type { StageSettings } from "./file.ts";

/** The values of `cdk -c key=value`. */
export type Context = Readonly<Record<string, unknown>>;

type Setting = keyof StageSettings;

const flags: readonly Setting[] = ["hold", "twoPersonControl", "local"];
const lists: readonly Setting[] = ["exposure", "alertSources", "licensedIn"];
const pairs: readonly Setting[] = ["operatorWallets", "feeFloats"];
const developerSettings = [
  ...["account", "region", "alarmTopicArn", "exposure", "rail", "conversion", "kyt", "mailFrom"],
  ...["mailConfigurationSet", "kytUrl", "bridgeMode", "alternativeConversion", "hold", "alertSources"],
  "twoPersonControl",
  "passkeys",
  ...["operatorWallets", "feeFloats", "licensedIn"],
  ...["adminAuth", "runbookUrl", "bridgeUrl", "hifiUrl", "ethocaUrl"],
];
const launcherSettings = [...developerSettings, "local", "publicUrl", "onboardUrl", "kytPublicUrl"];

/** Keys that choose nothing about a stage: its name, where bundles go, and what the CDK's own commands keep. */
const noSettings = ["stage", "bundles", "acknowledged-issue-numbers", "cli-telemetry"];

/** Names the file of restored tables of a local sandbox, which has none in `stages`. */
const restoredTablesKey = "restored";

/** What a stage is called, of which kind it is, and the file it is read from. */
export interface StageIdentity {
  readonly name: string;
  readonly kind: StageSettings["kind"];
  readonly file: string;
}

/** The settings that `-c` gives instead of the stage's file: on a developer's stage and the local sandbox only. */
export function overridesOf(context: Context, stage: StageIdentity): Record<string, unknown> {
  const isLocal = stage.kind === "sandbox" && String(context.local) === "true";
  const given = Object.entries(context).filter(
    ([key, value]) => isOurs(key) && !isBlank(value) && !(isLocal && key === restoredTablesKey),
  );
  const allowed = isLocal ? launcherSettings : developerSettings;
  for (const [key] of given) {
    if (stage.kind !== "dev" && !isLocal)
      throw new StageRefusal(
        `-c ${key} is refused: stage ${stage.name} has its settings in ${stage.file} alone, so leave out -c ${key}.`,
      );
    if (!allowed.includes(key))
      throw new StageRefusal(
        `-c ${key} is refused: -c takes ${allowed.join(", ")}; write anything else into ${stage.file}.`,
      );
  }
  return Object.fromEntries(given.map(([key, value]) => [key, read(key as Setting, String(value))]));
}

/** The CDK's own keys have a colon or begin with @. */
function isOurs(key: string): boolean {
  return !key.includes(":") && !key.startsWith("@") && !noSettings.includes(key);
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function read(key: Setting, value: string): unknown {
  if (flags.includes(key) && (value === "true" || value === "false")) return value === "true";
  if (pairs.includes(key)) return readPairs(value);
  if (lists.includes(key)) return value.split(",").filter(Boolean);
  return value;
}
