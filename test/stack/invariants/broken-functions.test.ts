import { describe, expect, it } from "vitest";
import { earlyMessages, repeatedSchedules, shortDeadLetters, undeclaredLoops, wholeBatches } from "./asynchronous.ts";
import { broken, firstOf, propertiesOf } from "./break.ts";
import { type Unsent, ungrantedCommands } from "./commands.ts";
import { largeBundles, largeLambdas, largePolicies, largeTemplates } from "./limits.ts";
import { productByName, stageNameOf } from "./stages.ts";

const rails = productByName("dev", "rails");

describe("a Lambda that would do something twice or never", () => {
  it("is refused where Lambda repeats its schedule", () => {
    const repeated = broken(rails, "Events", (resources) => {
      for (const [id, { Type }] of Object.entries(resources))
        if (Type === "AWS::Lambda::EventInvokeConfig") delete resources[id];
    });
    expect(repeatedSchedules(repeated)).toContainEqual(
      expect.stringMatching(/^rails: Events\/Dailydaily\w+ is invoked by Events\/DailyEveryHour/),
    );
  });

  it("is refused where its loop through its own queue is not declared", () => {
    const undeclared = broken(rails, "Events", (resources) => {
      const isSender = (id: string) => id.startsWith("WebhookSendersendwebhook");
      delete propertiesOf(resources, "AWS::Lambda::Function", isSender).RecursiveLoop;
    });
    expect(undeclaredLoops(undeclared)).toEqual([
      expect.stringMatching(/^rails: Events\/WebhookSendersendwebhook\w+ may send to WebhookQueueDeliveries/),
    ]);
  });

  it("is refused where a batch comes again whole", () => {
    const whole = broken(rails, "Events", (resources) => {
      const isMail = (id: string) => id.startsWith("MailSender");
      delete propertiesOf(resources, "AWS::Lambda::EventSourceMapping", isMail).FunctionResponseTypes;
    });
    expect(wholeBatches(whole)).toEqual([
      expect.stringMatching(/^rails: Events\/MailSendersendmail\w+ repeats a whole batch for one failure/),
    ]);
  });

  const early = broken(rails, "", (resources) => {
    const isWebhooks = (id: string) => id.startsWith("WebhookQueueDeliveries");
    propertiesOf(resources, "AWS::SQS::Queue", isWebhooks).VisibilityTimeout = 60;
  });

  it("is refused where a message comes again while the first is still worked on", () => {
    expect(earlyMessages(early, {})).toContainEqual(
      expect.stringMatching(/^rails: WebhookQueueDeliveries\w+ shows a message again after 60 s/),
    );
  });

  it("is refused, whatever the reason, where its own time is not up yet", () => {
    const short = broken(rails, "", (resources) => {
      const isWebhooks = (id: string) => id.startsWith("WebhookQueueDeliveries");
      propertiesOf(resources, "AWS::SQS::Queue", isWebhooks).VisibilityTimeout = 59;
    });
    expect(earlyMessages(short, { WebhookQueueDeliveries: "why" })).toContainEqual(
      expect.stringMatching(/^rails: WebhookQueueDeliveries\w+ shows a message again after 59 s/),
    );
  });

  it("is taken where the reason for that is on record", () => {
    expect(earlyMessages(early, { WebhookQueueDeliveries: "why" })).not.toContainEqual(
      expect.stringMatching(/WebhookQueueDeliveries/),
    );
  });

  it("is refused where its dead letters go before anybody looks", () => {
    const short = broken(rails, "", (resources) => {
      const isMail = (id: string) => id.startsWith("MailDeadLetters");
      propertiesOf(resources, "AWS::SQS::Queue", isMail).MessageRetentionPeriod = 345_600;
    });
    expect(shortDeadLetters(short)).toEqual([
      expect.stringMatching(/^rails: MailDeadLetters\w+ keeps messages for 345600 s/),
    ]);
  });

  it("is refused where its queue has no dead letters", () => {
    const none = broken(rails, "", (resources) => {
      const isMail = (id: string) => id.startsWith("MailLetters");
      delete propertiesOf(resources, "AWS::SQS::Queue", isMail).RedrivePolicy;
    });
    expect(shortDeadLetters(none)).toEqual([expect.stringMatching(/^rails: MailLetters\w+ has no dead-letter queue/)]);
  });
});

describe("a template that is too large for AWS", () => {
  it("is refused where an environment is", () => {
    const large = broken(rails, "Tenants", (resources) => {
      const isPay = (id: string) => /^pay[0-9A-F]{8}$/.test(id);
      const lambda = propertiesOf(resources, "AWS::Lambda::Function", isPay);
      lambda.Environment = { Variables: { NOTE: "n".repeat(4093) } };
    });
    expect(largeLambdas(large)).toEqual([
      expect.stringMatching(/^rails: the environment of Tenants\/pay\w+ comes to 4097 of 4096/),
    ]);
  });

  it("is refused where everybody who may invoke a Lambda is", () => {
    const large = broken(rails, "Tenants", (resources) => {
      const [, permission] = firstOf(resources, "AWS::Lambda::Permission", (id) => id.startsWith("payfrom"));
      for (let index = 0; index < 60; index++) resources[`Added${index}`] = permission;
    });
    expect(largeLambdas(large)).toEqual([
      expect.stringMatching(/^rails: the resource policy of Tenants\/pay\w+ comes to \d{5} of 20480/),
    ]);
  });

  it("is refused where what a role is allowed is", () => {
    const large = broken(rails, "Tenants", (resources) => {
      const isPay = (id: string) => id.startsWith("payrole");
      propertiesOf(resources, "AWS::IAM::Role", isPay).Policies = [
        { PolicyDocument: { Statement: [{ Effect: "Allow", Action: "a:b", Resource: "r".repeat(10_240) }] } },
      ];
    });
    expect(largePolicies(large)).toEqual([
      expect.stringMatching(/^rails: the inline policies of Tenants\/payrole\w+ comes? to 1\d{4} of 10240/),
    ]);
  });

  it("is refused where it has more resources than CloudFormation takes", () => {
    const large = broken(rails, "Watch", (resources) => {
      const [, alarm] = firstOf(resources, "AWS::CloudWatch::Alarm");
      for (let index = 0; index < 500; index++) resources[`Added${index}`] = alarm;
    });
    expect(largeTemplates(large)).toEqual([
      expect.stringMatching(/^rails: the template Watch, in resources, comes to 5\d\d of 500/),
    ]);
  });

  it("is refused where a bundle is", () => {
    const bytes = new Map([
      ["pay", 250_000_001],
      ["refunds", 250_000_000],
    ]);
    expect(largeBundles(bytes)).toEqual([expect.stringMatching(/^The bundle of pay unpacks to 250000001/)]);
  });
});

describe("a bundle that sends what its Lambda may not", () => {
  const violations = (lambda: string, command: string, unsent: readonly Unsent[] = []) =>
    ungrantedCommands(rails, stageNameOf("dev"), new Map([[lambda, [command]]]), unsent);

  it("is refused by Lambda, command and action", () => {
    expect(violations("settlement-collect", "StartExecutionCommand")).toEqual([
      expect.stringMatching(
        /^rails: the bundle of settlement-collect has StartExecutionCommand.*lacks states:StartExecution/,
      ),
    ]);
  });

  it("is taken where the reason why it is never sent is on record", () => {
    const unsent = { commands: ["StartExecutionCommand"], lambdas: ["settlement-collect"], why: "why" };
    expect(violations("settlement-collect", "StartExecutionCommand", [unsent])).toEqual([]);
  });

  it("is taken where the Lambda knows nothing that it could send it to", () => {
    expect(violations("pay", "StartExecutionCommand")).toEqual([]);
  });

  it("is refused where nobody knows what the command needs", () => {
    expect(violations("pay", "CreateTableCommand")).toEqual([
      expect.stringMatching(/^CreateTableCommand is in a bundle and unknown here/),
    ]);
  });

  it("is taken where all that it needs is granted", () => {
    expect(violations("pay", "TransactWriteItemsCommand")).toEqual([]);
  });
});
