import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { production, statementsOf, templateOf } from "./synth.ts";

const inProduction = templateOf(production);
const inSandbox = templateOf({ stage: "sandbox" });

/** What a template lets the Lambda that sends letters do. */
function granted(template: typeof inProduction) {
  return statementsOf(template).filter(({ role }) => role.includes("sendmailrole"));
}

/** Who may do something, by the names of their roles. */
function rolesWith(template: typeof inProduction, action: string): string {
  return statementsOf(template)
    .filter(({ actions }) => actions.includes(action))
    .map(({ role }) => role)
    .join();
}

describe("the Lambda that sends letters", () => {
  it("alone may send mail, from the stage's address, by its identities and nobody else's", () => {
    expect(rolesWith(inProduction, "ses:SendEmail")).toMatch(/^\[[^,]*sendmailrole[^,]*\]$/);
    inProduction.hasResourceProperties("AWS::IAM::Policy", {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: "ses:SendEmail",
            Condition: { StringEquals: { "ses:FromAddress": "no-reply@mail.example.com" } },
          }),
        ]),
      },
    });
    const [sending] = granted(inProduction).filter(({ actions }) => actions.includes("ses:SendEmail"));
    expect(sending?.resource).toContain(":identity/no-reply@mail.example.com");
    expect(sending?.resource).toContain(":identity/mail.example.com");
    expect(sending?.resource).not.toContain("*");
  });

  it("may use the configuration set that is named", () => {
    const named = templateOf({ ...production, mailConfigurationSet: "letters" });
    const [sending] = granted(named).filter(({ actions }) => actions.includes("ses:SendEmail"));
    expect(sending?.resource).toContain(":configuration-set/letters");
  });

  it("sends nothing on a stage without an address, where the right to it exists for nobody", () => {
    expect(rolesWith(inSandbox, "ses:SendEmail")).toBe("");
    const response = Object.values(inSandbox.findResources("AWS::Lambda::Function")).map((each) =>
      JSON.stringify(each),
    );
    expect(response.join()).not.toContain("MAIL_FROM");
  });

  it("moves no money, and opens no secret but whom it writes to and the links of invoices", () => {
    const allowed = granted(inProduction);
    const actions = allowed.flatMap((each) => each.actions);
    expect(actions.length).toBeGreaterThan(5);
    expect(actions.filter((action) => /^(states|sqs:Send|s3)/.test(action))).toEqual([]);
    const opened = allowed.filter(({ actions: [action] }) => /^(kms|secretsmanager)/.test(action ?? ""));
    for (const { resource } of opened) expect(resource).toMatch(/LinkKeys|Subjects/);
  });
});

describe("the queue of letters", () => {
  it("is worked through by few at once, and sets a letter aside after three attempts", () => {
    inProduction.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      FunctionName: { Ref: Match.stringLikeRegexp("sendmail") },
      BatchSize: 5,
      ScalingConfig: { MaximumConcurrency: 2 },
      FunctionResponseTypes: ["ReportBatchItemFailures"],
    });
    inProduction.hasResourceProperties("AWS::SQS::Queue", {
      // A minute more than the worker's own time, so that a letter's lease is over when its order comes again.
      VisibilityTimeout: 170,
      RedrivePolicy: { maxReceiveCount: 3, deadLetterTargetArn: Match.anyValue() },
    });
  });
});
