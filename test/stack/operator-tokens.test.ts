import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { allOperations, lambdas } from "../../functions/contract/billing.ts";
import { allScreeningOperations } from "../../functions/contract/screening.ts";
import type { Grant, Operation } from "../../functions/http/operation.ts";
import { flatten } from "./flatten.ts";
import { readersIn, rolesOf, whoMay } from "./principals.ts";
import { production, screeningTemplateOf, stackOf, templateOf } from "./synth.ts";
import { synthesisOf } from "./synthesis.ts";

const sandbox = { stage: "sandbox" };

/** One product in production, and in the sandbox. */
const products = [
  ["the rails", templateOf(production), templateOf(sandbox), allOperations],
  ["the screening interface", screeningTemplateOf(production), screeningTemplateOf(sandbox), allScreeningOperations],
] as const;
const [[, rails], [, screening]] = products;

/** Who may have the operators' tokens told by their digests, in one template. */
function askersIn(template: Template): string[] {
  return whoMay(rolesOf(template), { action: "lambda:InvokeFunction", on: "operatordigests" });
}

/** The doors that anybody may knock at, or who signs what they say, whose Lambdas read the operators' tokens. */
function openDoorsToTokens(template: Template, operations: readonly Operation[]): string[] {
  const readers = readersIn(template).OperatorTokens ?? [];
  const open = operations.filter(({ caller }) => caller === "public" || caller === "vendor");
  return open.filter(({ lambda }) => readers.includes(lambda)).map(({ id, lambda }) => `${lambda} ${id}`);
}

/** Doors for operators, who are known by their tokens there: the way into a console, and where they report what a bank did that cannot call. */
const operatorDoors = [
  ...["console-sign-in showScript", "console-sign-in showStyle", "console-sign-in showSignIn"],
  ...["console-sign-in showEnter", "console-sign-in signIn", "console-sign-in enterConsole"],
  // It shows where an upload went, by what the store said in the address, and reads nothing.
  "console-disputes showUploaded",
  ...["screening-console-sign-in showScript", "screening-console-sign-in showStyle"],
  ...["screening-console-sign-in showSignIn", "screening-console-sign-in showEnter"],
  ...["screening-console-sign-in signIn", "screening-console-sign-in enterConsole"],
  "vendor-callbacks receiveBridgeCallback",
];

describe("in production", () => {
  it("the operators' tokens are told by their digests to these alone", () => {
    expect(askersIn(rails)).toEqual([
      ...["admin-escrow", "admin-settlements", "audit", "brands"],
      ...["console", "console-actions", "console-disputes", "console-invoices"],
      ...["console-passkeys", "console-people", "console-privacy", "console-recon", "console-sign-in"],
      ...["deliveries", "fee-rules", "flags", "kyb", "mail", "operator-access", "operator-docs"],
      ...["privacy", "rail-callbacks", "recon", "review", "signups", "tenants", "vendor-callbacks", "webhooks"],
    ]);
    expect(askersIn(screening)).toEqual([
      ...["account-requests", "accounts", "own-lists", "screen-desk", "screening-console"],
      ...["screening-console-actions", "screening-console-passkeys", "screening-console-sign-in"],
      ...["screening-operator-access", "screening-operator-docs"],
    ]);
  });
});

describe.each(products)("%s", (_, inProduction, inSandbox, operations) => {
  it("reads no operator's token behind a door that anybody may knock at, in production and in the sandbox", () => {
    for (const template of [inProduction, inSandbox]) {
      expect(openDoorsToTokens(template, operations)).toEqual([]);
      // What reads them serves nobody at all: others of the product ask it.
      const readers = readersIn(template).OperatorTokens ?? [];
      expect(operations.filter(({ lambda }) => readers.includes(lambda))).toEqual([]);
    }
  });

  it("knows operators by their digests behind these open doors alone", () => {
    const asking = askersIn(inProduction);
    const open = operations.filter(({ caller }) => caller === "public" || caller === "vendor");
    const found = open.filter(({ lambda }) => asking.includes(lambda)).map(({ id, lambda }) => `${lambda} ${id}`);
    expect(found.filter((each) => !operatorDoors.includes(each))).toEqual([]);
  });
});

describe("an open door whose Lambda is let read the operators' tokens", () => {
  it("is found", () => {
    const { front } = lambdas;
    if (!front) throw new Error("there is no front page");
    const grants: readonly Grant[] = [...front.grants, "operator-tokens:read"];
    const broken = { operations: allOperations, lambdas: { ...lambdas, front: { ...front, grants } } };
    const template = flatten(synthesisOf(stackOf(production, broken)));
    expect(readersIn(template).OperatorTokens).toEqual(["front", "operator-digests"]);
    expect(openDoorsToTokens(template, allOperations)).toContain("front showFront");
  });
});

it("a door that takes an operator's token in place of a signature has a Lambda of its own", () => {
  const served = allOperations.filter(({ lambda }) => ["vendor-callbacks", "rail-callbacks"].includes(lambda));
  expect(served.map(({ id }) => id).sort()).toEqual(["receiveBridgeCallback", "receiveMockCallback"]);
});
