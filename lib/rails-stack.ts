import type { App } from "aws-cdk-lib";
import { CfnOutput, Stack, type StackProps, Tags } from "aws-cdk-lib";
import type { ApiLambda, Operation } from "../functions/http/operation.ts";
import { Alarms } from "./alarms.ts";
import { Apis } from "./apis.ts";
import { Archive } from "./archive.ts";
import { Book, indexNames } from "./book.ts";
import { Daily } from "./daily.ts";
import { Dashboard } from "./dashboard.ts";
import { tidyEmptier } from "./emptier.ts";
import { ExportMaker, Exports } from "./exports.ts";
import { operatorSecret } from "./operator-secret.ts";
import { Outbox } from "./outbox.ts";
import { servedOperations } from "./routes.ts";
import { ServiceLambda, type Workshop } from "./service-lambda.ts";
import { gatewayUrl, named } from "./settings.ts";
import { SettlementMachine } from "./settlement-machine.ts";
import type { Stage } from "./stage.ts";
import { Sweeper } from "./sweeper.ts";
import { vendorSecret } from "./vendor-secret.ts";
import type { Watched } from "./warnings.ts";
import { WebhookQueue, WebhookSender } from "./webhooks.ts";

/** What the stack is made of beside its stage. */
export interface Contents {
  readonly operations: readonly Operation[];
  readonly lambdas: Readonly<Record<string, ApiLambda>>;
  /** The folder that holds one bundle per Lambda. */
  readonly bundles: string;
}

/** Makes the Lambdas behind the gateway as its routes ask for them, so that none stands there unused. */
function handlersOf(
  scope: Stack,
  lambdas: Contents["lambdas"],
  workshop: Workshop,
): (name: string) => ServiceLambda {
  const handlers = new Map<string, ServiceLambda>();
  return (name) => {
    const described = lambdas[name];
    if (described === undefined)
      throw new Error(`The contract names a Lambda that it does not describe: ${name}`);
    const handler = handlers.get(name) ?? new ServiceLambda(scope, name, described, workshop);
    handlers.set(name, handler);
    return handler;
  };
}

/** The whole service, capability by capability. */
export class RailsStack extends Stack {
  constructor(app: App, stage: Stage, contents: Contents, props: StackProps = {}) {
    super(app, named(stage, "rails"), { description: `sluice rails, stage ${stage.name}`, ...props });
    Tags.of(this).add("product", "sluice");
    Tags.of(this).add("stage", stage.name);

    const { book, deliveries, mockRail } = new Book(this, stage);
    const webhooks = new WebhookQueue(this, stage);
    const secret = operatorSecret(this, stage);
    const vendors = vendorSecret(this, stage);
    const archive = new Archive(this, stage);
    const exports = new Exports(this, stage);
    const apis = new Apis(this, stage);
    const workshop: Workshop = {
      stage,
      bundles: contents.bundles,
      apiUrl: gatewayUrl(this, apis.publicApi.restApiId),
      operatorUrl: gatewayUrl(this, apis.operatorApi.restApiId),
      on: {
        book,
        deliveries,
        mockRail,
        indexes: indexNames,
        webhookQueue: webhooks.queue,
        webhookKey: webhooks.secretsKey,
        operatorSecret: secret,
        vendorSecret: vendors,
        auditArchive: archive.audit,
        exportFiles: exports.bucket,
        exportQueue: exports.queue,
        settlementMachineName: named(stage, "settlement"),
      },
    };

    const { machine } = new SettlementMachine(this, workshop);
    const outbox = new Outbox(this, workshop, book);
    new WebhookSender(this, workshop, webhooks.queue);
    new Sweeper(this, workshop);
    new Daily(this, workshop);
    new ExportMaker(this, workshop, exports.queue);
    const served = servedOperations(contents.operations, stage.kind === "prod");
    apis.route(served, handlersOf(this, contents.lambdas, workshop));
    const watched: Watched = {
      publicApi: apis.publicApi,
      operatorApi: apis.operatorApi,
      machine,
      outbox: outbox.handler,
      deadLetters: {
        webhooks: webhooks.deadLetters,
        outbox: outbox.deadLetters,
        exports: exports.deadLetters,
      },
    };
    tidyEmptier(this);
    new Alarms(this, stage, watched);
    new Dashboard(this, stage, {
      ...watched,
      queues: { webhooks: webhooks.queue, exports: exports.queue },
      tables: { book, deliveries },
    });

    this.output("ApiId", apis.publicApi.restApiId);
    this.output("ApiUrl", workshop.apiUrl);
    this.output("OperatorApiId", apis.operatorApi.restApiId);
    this.output("OperatorApiUrl", gatewayUrl(this, apis.operatorApi.restApiId));
    this.output("OperatorTokensArn", secret.secretArn, "The secret that holds the first operator's token");
    if (vendors)
      this.output("VendorKeysArn", vendors.secretArn, "The secret that the vendors' keys are put into");
    this.output("BookTable", book.tableName);
    this.output("DeliveriesTable", deliveries.tableName);
    this.output("WebhookQueueUrl", webhooks.queue.queueUrl);
    this.output("AuditArchiveBucket", archive.audit.bucketName);
    this.output("ExportsBucket", exports.bucket.bucketName);
    this.output("SettlementMachineArn", machine.stateMachineArn);
  }

  private output(id: string, value: string, description?: string): void {
    new CfnOutput(this, id, { value, ...(description !== undefined && { description }) });
  }
}
