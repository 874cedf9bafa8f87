import { describe, expect, it } from "vitest";
import { earlyMessages, repeatedSchedules, shortDeadLetters, undeclaredLoops, wholeBatches } from "./asynchronous.ts";
import { earlyDeployments } from "./deployments.ts";
import { slowHandlers, unsignedOperators, unthrottledStages } from "./gateway-access.ts";
import { changedGateway, unrecordedGateway } from "./gateway-golden.ts";
import { gatewayBudget, siblings } from "./gateway-shape.ts";
import { type Golden, readGolden } from "./golden.ts";
import { largeLambdas, largePolicies, largeTemplates } from "./limits.ts";
import { longNames, retainedNames, sharedNames } from "./names.ts";
import { unpinnedFunctions, unretainedResources, unversionedBuckets } from "./production.ts";
import { earlyMessageReasons, unversionedReasons } from "./reasons.ts";
import { productsOf, stageKinds } from "./stages.ts";
import { changedIndexes, changedStateful } from "./stateful-golden.ts";
import type { Product } from "./templates.ts";

type Rule = (product: Product, golden: Golden) => readonly string[];

const nothing: Golden = { stateful: {}, gateway: {} };

const rules: readonly (readonly [string, Rule])[] = [
  ["1: give a parent one variable child and no child twice", siblings],
  ["2: keep each path's variable child and nested stack", (product, { gateway }) => changedGateway(product, gateway)],
  ["2: have every path on record", (product, { gateway }) => unrecordedGateway(product, gateway)],
  ["3: deploy an API after all that it serves", earlyDeployments],
  ["4: stay within the gateway's quotas", gatewayBudget],
  [
    "5: keep every logical id, key and secret of what stages hold",
    (product, { stateful }) => changedStateful(product, stateful),
  ],
  ["6: change one index of a table at once", (product, { stateful }) => changedIndexes(product, stateful)],
  ["8: repeat no schedule that failed", repeatedSchedules],
  ["8: declare every loop of a Lambda and its queue", undeclaredLoops],
  ["8: give back of a batch what failed", wholeBatches],
  ["8: show no message again too early", (product) => earlyMessages(product, earlyMessageReasons)],
  ["8: keep dead letters longer than their queue", shortDeadLetters],
  ["9: answer before the gateway gives up", slowHandlers],
  ["9: throttle at the gateway", unthrottledStages],
  ["9: let signed requests alone into the operators' API", unsignedOperators],
  ["10: stay within Lambda's limits", largeLambdas],
  ["10: stay within the limits of policies", largePolicies],
  ["10: stay within CloudFormation's limits", largeTemplates],
];

const rulesOfAll: readonly (readonly [string, (products: readonly Product[]) => readonly string[]])[] = [
  ["7: keep no fixed name that a failed creation leaves behind", retainedNames],
  ["7: share no name", sharedNames],
  ["7: have names short enough for the longest stage's", longNames],
];

describe.each(stageKinds)("the templates of stage kind %s", (kind) => {
  const golden = readGolden(kind);

  it.each(rules)("invariant %s", (_, rule) => {
    expect(productsOf(kind).flatMap((each) => rule(each, golden[each.name] ?? nothing))).toEqual([]);
  });

  it.each(rulesOfAll)("invariant %s", (_, rule) => {
    expect(rule(productsOf(kind))).toEqual([]);
  });
});

describe("the templates of production", () => {
  it.each<readonly [string, (product: Product) => readonly string[]]>([
    ["12: are of one account and region, and protected", unpinnedFunctions],
    ["12: keep every version of a file", (product) => unversionedBuckets(product, unversionedReasons)],
    ["12: outlive their stack with all that they hold", unretainedResources],
  ])("invariant %s", (_, rule) => {
    expect(productsOf("prod").flatMap(rule)).toEqual([]);
  });
});
