import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { allOperations } from "../../functions/contract/billing.ts";
import { subjectTypes } from "../../functions/domain/core/sealed-text.ts";
import { subjectKeyPurpose } from "../../functions/domain/core/secret-purpose.ts";
import { permissionsIn, whoMay } from "./principals.ts";
import { production, screeningTemplateOf, templateOf } from "./synth.ts";

const rails = templateOf(production);
const screening = screeningTemplateOf(production);

/** Who seals and who opens what is under the keys of a kind of subject: it takes the key's row and its wrapping. */
function holdersIn(template: Template, kind: string, purpose = subjectKeyPurpose) {
  const allowed = permissionsIn(template, /^sluice-(example|sandbox)-/);
  const wrapping = { "kms:EncryptionContext:purpose": purpose, "kms:EncryptionContext:kind": kind };
  const of = (onRow: string, onKey: string) => {
    const row = { "dynamodb:LeadingKeys": [`${kind}:1`] };
    const rows = whoMay(allowed, { action: onRow, on: "SubjectsKeys", context: row });
    const keys = whoMay(allowed, { action: onKey, on: "SubjectsSecretsKey", context: wrapping });
    return rows.filter((each) => keys.includes(each));
  };
  return { seal: of("dynamodb:PutItem", "kms:Encrypt"), open: of("dynamodb:BatchGetItem", "kms:Decrypt") };
}

// What a change adds here is somebody who can now read what people say of themselves: that is to be seen, and meant.
describe("the data keys of subjects, in production", () => {
  it("are made and opened by these alone", () => {
    expect(Object.fromEntries(subjectTypes.map((kind) => [kind, holdersIn(rails, kind)]))).toEqual({
      applicant: {
        seal: [
          ...["console-people", "console-privacy", "daily", "kyb", "onboarding", "outbox", "privacy"],
          ...["send-mail", "signups", "sweep-entries", "sweep-look-ups"],
        ],
        open: [
          ...["audit", "console", "console-people", "console-privacy", "daily", "kyb", "mail", "onboarding"],
          ...["outbox", "privacy", "send-mail", "signups", "sweep-entries", "sweep-look-ups"],
        ],
      },
      requester: {
        seal: ["console-people", "console-privacy", "daily", "privacy", "signup", "signups"],
        open: ["audit", "console", "console-people", "console-privacy", "daily", "privacy", "signups"],
      },
      // The page that a payer types on opens neither; the account is opened for a rail alone.
      payer: {
        seal: ["invoice-page"],
        open: [
          ...["case-evidence", "cases", "console-disputes", "console-privacy", "packet", "privacy"],
          ...["sweep-claims", "sweep-look-ups"],
        ],
      },
      account: { seal: ["invoice-page"], open: ["sweep-claims", "sweep-look-ups"] },
    });
  });

  it("of the screening interface are those of whoever asks for an account, and these have them", () => {
    const nobody = { seal: [], open: [] };
    expect(Object.fromEntries(subjectTypes.map((kind) => [kind, holdersIn(screening, kind)]))).toEqual({
      ...{ applicant: nobody, payer: nobody, account: nobody },
      requester: {
        seal: ["account-requests", "screening-console-actions", "screening-daily", "screening-signup"],
        open: [
          ...["account-requests", "screen-desk", "screening-console", "screening-console-actions"],
          "screening-daily",
        ],
      },
    });
  });

  it("of no kind are there, and none are used for another purpose", () => {
    expect(holdersIn(rails, "tenant")).toEqual({ seal: [], open: [] });
    for (const kind of subjectTypes) expect(holdersIn(rails, kind, "webhook-secret")).toEqual({ seal: [], open: [] });
  });

  it("are opened behind no door that anybody may knock at, but for an applicant's own", () => {
    const doors = allOperations.filter(({ caller }) => caller === "public" || caller === "vendor");
    const open = subjectTypes.flatMap((kind) => holdersIn(rails, kind).open);
    const found = doors.filter(({ lambda }) => open.includes(lambda)).map(({ lambda }) => lambda);
    expect([...new Set(found)].sort()).toEqual(["console-disputes", "onboarding"]);
  });
});
