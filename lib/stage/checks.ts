import { conversionsOf, pairProblem } from "../../functions/domain/rails/terms.ts";
import { feePolicyProblem } from "../../functions/domain/reconciliation/fee-policy.ts";
import { StageRefusal } from "../stacks/stage-refused.ts";
import type { StageSettings } from "./file.ts";
import type { Place } from "./mistake.ts";
import { placeOf } from "./values.ts";

/** Where a value is among a stage's settings, and the value, if it is there. */
type SettingValue = readonly [path: readonly PropertyKey[], value: string | undefined];

/** Refuses settings that are valid one by one and not together. */
export function refuseContradictions(stage: StageSettings, at: Place): void {
  refuseOtherPlaces(stage, at);
  refuseSameHosts(stage, at);
  refuseConversion(stage, at);
  if (stage.mailConfigurationSet !== undefined && stage.mailFrom === undefined)
    throw new StageRefusal(
      `${at(["mailConfigurationSet"])} needs an address to send from; write mailFrom, or remove it.`,
    );
  if (stage.hold && !canHold(stage))
    throw new StageRefusal(
      `${at(["hold"])} is true, and Bridge in one leg cannot hold value; write bridgeMode two_leg, or remove hold.`,
    );
  refuseFees(stage, at);
}

/** A gateway takes certificates of its own region and account only; an alarm, topics of them. */
function refuseOtherPlaces(stage: StageSettings, at: Place): void {
  for (const [path, arn] of arnsOf(stage)) {
    if (arn === undefined) continue;
    const place = placeOf(arn);
    for (const part of ["region", "account"] as const) {
      const own = stage[part];
      if (own !== undefined && place[part] !== own)
        throw new StageRefusal(
          `${at(path)} is of ${part} ${place[part]}, and the stage of ${own}; write the ARN of one in ${own}.`,
        );
    }
  }
}

function arnsOf({ alarmTopicArn, domain, kytDomain, brandDomains = [] }: StageSettings): readonly SettingValue[] {
  return [
    [["alarmTopicArn"], alarmTopicArn],
    [["domain", "certificateArn"], domain?.certificateArn],
    [["kytDomain", "certificateArn"], kytDomain?.certificateArn],
    ...brandDomains.map<SettingValue>((each, n) => [["brandDomains", n, "certificateArn"], each.certificateArn]),
  ];
}

function refuseSameHosts({ domain, kytDomain, brandDomains = [] }: StageSettings, at: Place): void {
  const hosts: readonly SettingValue[] = [
    [["domain", "api"], domain?.api],
    [["domain", "onboard"], domain?.onboard],
    [["kytDomain", "host"], kytDomain?.host],
    ...brandDomains.map<SettingValue>((each, n) => [["brandDomains", n, "host"], each.host]),
  ];
  const taken = new Set<string>();
  for (const [path, host] of hosts) {
    if (host === undefined) continue;
    if (taken.has(host))
      throw new StageRefusal(`${at(path)} is ${host}, which the stage names twice; write another host.`);
    taken.add(host);
  }
}

/** Refuses a vendor that no leg joins to the rail: what it buys would not be what the rail pays out. */
function refuseConversion({ rail = "mock", conversion = rail, alternativeConversion }: StageSettings, at: Place): void {
  const instead = `write conversion ${conversionsOf(rail).join(" or ")}`;
  refusePair(rail, conversion, `${at(["conversion"])} is ${conversion}`, instead);
  if (alternativeConversion === undefined) return;
  const sentence = `${at(["alternativeConversion"])} is ${alternativeConversion}`;
  refusePair(rail, alternativeConversion, sentence, "remove it");
  if (alternativeConversion === conversion)
    throw new StageRefusal(`${sentence}, which converts for every tenant already; remove it.`);
}

/** Refuses fees that could never leave: where the rail keeps wallets, production needs an own one on each of its chains, and a good address is needed wherever one is given. */
function refuseFees({ kind, rail = "mock", bridgeMode = "two_leg", ...stage }: StageSettings, at: Place): void {
  const { operatorWallets: wallets = {}, feeFloats: floats = {} } = stage;
  const isGiven = Object.keys(wallets).length + Object.keys(floats).length > 0;
  if (rail === "mock" || bridgeMode === "one_leg" || (kind !== "prod" && !isGiven)) return;
  const problem = feePolicyProblem(rail, { wallets, floats });
  if (problem === undefined) return;
  throw new StageRefusal(`${at([problem.setting])} ${problem.text}; write ${problem.expected}.`);
}

function refusePair(rail: string, conversion: string, sentence: string, instead: string): void {
  const problem = pairProblem(rail, conversion);
  if (problem) throw new StageRefusal(`${sentence}, and ${problem}; ${instead}.`);
}

/** Whether the rail's adapter implements hold, disbursement of what is held, and refund. */
function canHold({ rail = "mock", bridgeMode = "two_leg" }: StageSettings): boolean {
  return rail === "mock" || bridgeMode === "two_leg";
}
