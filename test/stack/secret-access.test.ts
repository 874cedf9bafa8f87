import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { allOperations } from "../../functions/contract/billing.ts";
import { allScreeningOperations } from "../../functions/contract/screening.ts";
import { type SecretPurpose, secretPurposes } from "../../functions/domain/core/secret-purpose.ts";
import { managedPoliciesIn, plain, readersIn, resourcePoliciesIn, rolesOf, whoMay } from "./principals.ts";
import { type Context, production, screeningTemplateOf, templateOf } from "./synth.ts";

const sandbox: Context = { stage: "sandbox" };
const purposes = Object.keys(secretPurposes) as SecretPurpose[];
const context = (purpose: string, ...members: string[]) => ({
  "kms:EncryptionContext:purpose": purpose,
  ...(members.includes("owner") && { "kms:EncryptionContext:owner": "inv_1" }),
  "kms:EncryptionContextKeys": ["purpose", ...members],
});

/** One product in production, and in the sandbox. */
const products = [
  ["the rails", templateOf(production), templateOf(sandbox), allOperations],
  ["the screening interface", screeningTemplateOf(production), screeningTemplateOf(sandbox), allScreeningOperations],
] as const;
const [[, rails], [, screening]] = products;

/** Who may seal and who may open each kind, by what is in a template; what the last release sealed counts as its kind. */
function sealingIn(template: Template): Record<string, { seal: string[]; open: string[] }> {
  const allowed = rolesOf(template);
  const of = (purpose: SecretPurpose) => ({
    seal: whoMay(allowed, { action: "kms:Encrypt", on: "SecretsKey", context: context(purpose, "owner") }),
    open: whoMay(allowed, { action: "kms:Decrypt", on: "SecretsKey", context: context(purpose, "owner") }),
  });
  return Object.fromEntries(purposes.map((purpose) => [purpose, of(purpose)]));
}

function filesIn(template: Template): Record<string, { read: string[]; write: string[]; remove: string[] }> {
  const allowed = [...rolesOf(template), ...resourcePoliciesIn(template)];
  const who = (action: string, on: string) => whoMay(allowed, { action, on });
  return Object.fromEntries(
    Object.keys(template.findResources("AWS::S3::Bucket")).map((on) => [
      plain(on),
      { read: who("s3:GetObject", on), write: who("s3:PutObject", on), remove: who("s3:DeleteObject", on) },
    ]),
  );
}

// What a change adds here is somebody who can now read what people entrusted to the service: that is to be seen, and meant.
describe("in production", () => {
  it("each kind of secret is sealed and opened by these alone", () => {
    expect(sealingIn(rails)).toEqual({
      "payer-account": { seal: [], open: ["sweep-claims", "sweep-look-ups"] },
      "applicant-number": { seal: ["onboarding"], open: [] },
      "applicant-account": { seal: ["onboarding"], open: [] },
      "webhook-secret": { seal: ["console-actions", "webhooks"], open: ["send-webhook"] },
      "kept-answer": { seal: [], open: [] },
    });
    expect(sealingIn(screening)).toEqual({
      "payer-account": { seal: [], open: [] },
      "applicant-number": { seal: [], open: [] },
      "applicant-account": { seal: [], open: [] },
      "webhook-secret": { seal: ["monitors"], open: ["screening-sweep"] },
      "kept-answer": { seal: ["monitors"], open: ["monitors"] },
    });
  });

  // The sweeps ask the rail about payments that the last release took; the next release takes that purpose away.
  it("what the last release sealed is opened by these alone, and sealed by nobody any more", () => {
    const formers = [...new Set(purposes.map((purpose) => secretPurposes[purpose].former))];
    const who = (template: Template, action: string) =>
      Object.fromEntries(
        formers.map((former) => [
          former,
          whoMay(rolesOf(template), { action, on: "SecretsKey", context: context(former) }),
        ]),
      );
    expect(who(rails, "kms:Decrypt")).toEqual({
      "people-secret": ["sweep-claims", "sweep-look-ups"],
      "webhook-secret": ["send-webhook"],
      "kept-answer": [],
    });
    expect(who(screening, "kms:Decrypt")).toEqual({
      "people-secret": [],
      "webhook-secret": ["screening-sweep"],
      "kept-answer": ["monitors"],
    });
    for (const template of [rails, screening]) expect(Object.values(who(template, "kms:Encrypt")).flat()).toEqual([]);
  });

  it("each secret of the stage is read by these alone", () => {
    expect(readersIn(rails)).toEqual({
      OperatorTokens: ["operator-digests"],
      CursorKeys: [
        ...["admin-escrow", "admin-settlements", "alert-ingest", "alerts", "audit", "cases"],
        ...["console", "console-disputes", "console-invoices", "console-people", "console-privacy"],
        ...["customers", "deliveries", "escrow-money", "events", "fee-rules", "flags", "invoices", "kyb", "mail"],
        ...["payments", "privacy", "recon", "review", "signups", "tenants", "webhooks"],
      ],
      LinkKeys: [
        ...["admin-escrow", "alert-ingest", "alerts", "case-evidence", "cases"],
        ...["console", "console-actions", "console-invoices", "escrow", "escrow-money", "escrow-status", "events"],
        ...["invoice-page", "invoice-page-pdf", "invoice-pdf", "invoices", "payments", "review"],
        ...["send-mail", "send-webhook"],
      ],
      VendorKeys: [
        ...["alert-ingest", "console-disputes", "console-recon", "conversion-callbacks", "daily"],
        ...["escrow", "escrow-money", "escrow-payout-disburse", "escrow-payout-screen", "escrow-payout-withdraw"],
        ...["export", "invoice-page", "nightly", "outbox", "pay", "pull-alerts", "rail-callbacks", "recon", "refunds"],
        ...["settlement-convert", "settlement-disburse", "settlement-screen"],
        ...["sweep-claims", "sweep-entries", "sweep-look-ups", "vendor-callbacks"],
      ],
      KytKey: [
        ...["console-actions", "daily", "escrow", "escrow-money", "escrow-payout-disburse", "escrow-payout-screen"],
        ...["invoice-page", "onboarding", "pay", "review"],
        ...["settlement-convert", "settlement-disburse", "settlement-screen"],
        ...["sweep-claims", "sweep-look-ups", "tenants", "watch-lists"],
      ],
    });
    expect(readersIn(screening)).toEqual({
      OperatorTokens: ["screening-operator-digests"],
      CursorKeys: [
        ...["account-requests", "accounts", "monitors", "own-lists", "screen-desk"],
        ...["screening-console", "screening-lists"],
      ],
      VendorKeys: ["monitors", "screening-sweep", "screens"],
    });
  });

  it("each bucket with people's files and records is read, written and emptied by these alone", () => {
    const { ArchiveAudit, ...others } = filesIn(rails);
    expect(ArchiveAudit).toEqual({ read: [], write: ["daily"], remove: [] });
    expect(others).toEqual({
      // The documents drawn once lie beside the exports, under a prefix of their own, sealed under the links' keys.
      ExportsFiles: {
        read: ["console-invoices", "console-recon", "invoice-page-pdf", "invoice-pdf", "recon"],
        write: ["console-invoices", "daily", "export", "invoice-page-pdf", "invoice-pdf"],
        remove: [],
      },
      EvidenceFiles: {
        read: ["case-evidence", "console-disputes", "packet"],
        write: ["case-evidence", "console-disputes", "packet"],
        remove: ["console-privacy", "daily", "privacy"],
      },
      PeopleFiles: {
        read: ["console-people", "onboarding"],
        write: ["onboarding"],
        remove: ["console-privacy", "daily", "privacy"],
      },
    });
    expect(filesIn(screening).ArchiveAudit).toEqual({ read: [], write: ["screening-daily"], remove: [] });
  });

  it("a key's own policy names the account alone, so that IAM decides: who administers the account can give themselves what they like", () => {
    for (const template of [rails, screening]) {
      const keys = Object.keys(template.findResources("AWS::KMS::Key"));
      const policies = resourcePoliciesIn(template).filter(({ on }) => keys.includes(on));
      expect(policies.map(({ who, actions }) => [who, actions])).toEqual(keys.map(() => ["the account", ["kms:*"]]));
    }
  });
});

describe.each(products)("%s", (_, inProduction, inSandbox, operations) => {
  it("lets the sandbox's tools do beside them what they do in one process", () => {
    const tools = /^(screening-)?sandbox$/;
    const theirs = (found: Record<string, Record<string, string[]> | string[]>) =>
      JSON.stringify(found, (_key, value) =>
        Array.isArray(value) ? value.filter((each) => !tools.test(each) && !/^Custom/.test(each)) : value,
      );
    for (const read of [sealingIn, filesIn]) expect(theirs(read(inSandbox))).toBe(theirs(read(inProduction)));
    const { OperatorTokens, CursorKeys } = readersIn(inProduction);
    expect(JSON.parse(theirs(readersIn(inSandbox)))).toMatchObject({ OperatorTokens, CursorKeys });
  });

  it.each([inProduction, inSandbox])(
    "uses no key without a kind, without an owner, or with more than both",
    (template) => {
      const allowed = rolesOf(template);
      const on = "SecretsKey";
      for (const action of ["kms:Encrypt", "kms:Decrypt"]) {
        expect(whoMay(allowed, { action, on })).toEqual([]);
        expect(whoMay(allowed, { action, on, context: context("another", "owner") })).toEqual([]);
        for (const purpose of purposes)
          expect(whoMay(allowed, { action, on, context: context(purpose, "owner", "more") })).toEqual([]);
      }
      for (const purpose of purposes)
        expect(whoMay(allowed, { action: "kms:Encrypt", on, context: context(purpose) })).toEqual([]);
      const onKeys = allowed.filter(({ on: resource }) => resource.includes(on)).flatMap(({ actions }) => actions);
      expect(onKeys.filter((action) => !["kms:Encrypt", "kms:Decrypt"].includes(action))).toEqual([]);
    },
  );

  it.each([inProduction, inSandbox])(
    "grants no action by a wildcard, and has these policies of AWS alone",
    (template) => {
      expect(rolesOf(template).filter(({ actions }) => actions.some((action) => action.includes("*")))).toEqual([]);
      const known = [
        "policy/service-role/AWSLambdaBasicExecutionRole",
        "policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs",
      ];
      expect(managedPoliciesIn(template).filter((each) => !known.includes(each))).toEqual([]);
    },
  );

  it("opens nothing behind a door that anybody may knock at", () => {
    const opening = Object.values(sealingIn(inProduction)).flatMap(({ open }) => open);
    const doors = operations.filter(({ caller }) => caller === "public" || caller === "vendor");
    expect(doors.filter(({ lambda }) => opening.includes(lambda))).toEqual([]);
  });
});

/** It shows where an upload went, by what the store said in the address, and reads nothing. */
const uploaded = "console-disputes showUploaded";

describe("the book", () => {
  const writers = (template: Template, key: string) => {
    const table = Object.keys(template.findResources("AWS::DynamoDB::GlobalTable")).find(
      (id) => !/^(Deliveries|MockRail)/.test(id),
    );
    const keys = { "dynamodb:LeadingKeys": [key] };
    return whoMay(rolesOf(template), { action: "dynamodb:PutItem", on: table ?? "no table", context: keys });
  };

  it.each(products)("is written by no page for people, but for its own part: %s", (_, template, __, operations) => {
    const everywhere = writers(template, "ten_1");
    expect(everywhere.length).toBeGreaterThan(3);
    const open = operations.filter(({ caller, lambda }) => caller === "public" && everywhere.includes(lambda));
    const found = open.map(({ id, lambda }) => `${lambda} ${id}`);
    expect(found.filter((each) => each !== uploaded)).toEqual([]);
  });

  it("is written by these for one more row each", () => {
    const everywhere = writers(rails, "ten_1");
    const alone = (key: string) => writers(rails, key).filter((each) => !everywhere.includes(each));
    expect(alone("sgn_1")).toEqual(["signup"]);
    expect(alone("kyb_1")).toEqual(["onboarding"]);
    expect(alone("esc_1")).toEqual(["escrow-approval"]);
    expect(alone("stl_1")).toEqual(["invoice-page"]);
    expect(alone("rate#ten_1")).toEqual(["customers", "disputes-ratios", "invoice-pdf"]);
    for (const pk of ["session#1", "act_1", "lockout#1"]) expect(alone(pk)).toEqual(["console-sign-in"]);
    for (const pk of ["ten_1", "key_1", "flags#global", "fees#default", "link#1"]) expect(alone(pk)).toEqual([]);
  });
});
