import type { App } from "aws-cdk-lib";
import { Annotations, CfnOutput, NestedStack, Stack, type StackProps, Tags } from "aws-cdk-lib";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { StringParameter } from "aws-cdk-lib/aws-ssm";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { escrowPayoutSteps } from "../../functions/contract/escrow/contract.ts";
import { settlementSteps } from "../../functions/contract/settlement/contract.ts";
import type { ApiLambda, Operation } from "../../functions/http/operation.ts";
import { Apis, type Doors } from "../api/apis.ts";
import { eventLambdas } from "../api/background-lambdas.ts";
import { neededConcurrency } from "../api/concurrency.ts";
import type { RailsGrantable } from "../api/grants.ts";
import { Handlers } from "../api/handlers.ts";
import { retiredPaths } from "../api/retired-paths.ts";
import { servedOperations } from "../api/routes.ts";
import { ServiceLambda, type Workshop } from "../api/service-lambda.ts";
import { AlertPuller } from "../messaging/alert-puller.ts";
import { Daily } from "../messaging/daily.ts";
import { DueWork, DueWorker, dueQueueWorkers, ListWatch } from "../messaging/due-work.ts";
import { Machine } from "../messaging/machine.ts";
import { Mail, MailSender } from "../messaging/mail.ts";
import { Nightly } from "../messaging/nightly.ts";
import { Outbox } from "../messaging/outbox.ts";
import { Sweeper } from "../messaging/sweeper.ts";
import { WebhookQueue, WebhookSender } from "../messaging/webhooks.ts";
import { deadLetterQueue } from "../messaging/work-queue.ts";
import { Watch } from "../observability/monitoring.ts";
import { rollbackAlarmArns } from "../observability/rollback-alarms.ts";
import { cursorSecret, linkSecret } from "../secrets/key-secrets.ts";
import { withOperatorDigests } from "../secrets/operator-digests.ts";
import { operatorSecret } from "../secrets/operator-secret.ts";
import { People } from "../secrets/people-bucket.ts";
import { kytKeySecret, vendorSecret } from "../secrets/vendor-secret.ts";
import { placement } from "../stage/placement.ts";
import { Archive } from "../storage/archive.ts";
import { tidyEmptier } from "../storage/emptier.ts";
import { Evidence, PacketMaker } from "../storage/evidence.ts";
import { ExportMaker, Exports } from "../storage/exports.ts";
import { StoreTable } from "../storage/store-table.ts";
import { indexNames } from "../storage/table-shapes.ts";
import {
  asksOwnScreening,
  gatewayUrl,
  kytUrlParameter,
  ownKytUrl,
  railsEnvironment,
  railsPublicUrl,
  resourceName,
} from "./settings.ts";
import { hasVendorKeys, type Stage } from "./stage.ts";

const product = "sluice";

type RailsWorkshop = Workshop & { readonly on: RailsGrantable };

/** What a stack is made of beside its stage. */
export interface Contents {
  readonly operations: readonly Operation[];
  readonly lambdas: Readonly<Record<string, ApiLambda>>;
  /** The folder that holds one bundle per Lambda. */
  readonly bundles: string;
}

/**
 * The whole service, capability by capability. What holds something or has an address is in the stack itself; what
 * can be made anew is in nested stacks, which never keep one another from being updated and have room for 500
 * resources each.
 */
export class RailsStack extends Stack {
  constructor(app: App, stage: Stage, contents: Contents, props: StackProps = {}) {
    super(app, resourceName(stage, "rails"), { ...placement(stage, "rails"), ...props });
    Tags.of(this).add("product", "sluice");
    Tags.of(this).add("stage", stage.name);

    const { book, deliveries, mockRail } = new StoreTable(this, stage);
    const webhooks = new WebhookQueue(this, stage);
    const vendors = vendorSecret(this, stage, { product, needed: hasVendorKeys(stage) });
    const archive = new Archive(this, stage);
    const exports = new Exports(this, stage);
    const evidence = new Evidence(this, stage);
    const people = new People(this, stage);
    const mail = new Mail(this);
    const due = new DueWork(this);
    const outboxDeadLetters = deadLetterQueue(this, "OutboxDeadLetters");
    const apis = new Apis(this, stage, doorsOf(stage));
    const workshop = withOperatorDigests<RailsWorkshop>(this, "operator-digests", {
      stage,
      bundles: contents.bundles,
      environment: railsEnvironment(stage, {
        apiUrl: gatewayUrl(apis.publicApi.restApiId),
        operatorUrl: gatewayUrl(apis.operatorApi.restApiId),
        kytUrl: this.kytUrl(stage),
      }),
      on: {
        book,
        deliveries,
        mockRail,
        indexes: indexNames,
        webhookQueue: webhooks.queue,
        webhookKey: webhooks.secretsKey,
        operatorSecret: operatorSecret(this, stage, product),
        operatorDigests: null,
        ...{ cursorSecret: cursorSecret(this, stage, product), linkSecret: linkSecret(this, stage, product) },
        vendorSecret: vendors,
        auditArchive: archive.audit,
        exportFiles: exports.bucket,
        exportQueue: exports.queue,
        evidence: evidence.bucket,
        packetQueue: evidence.queue,
        ...{ mailQueue: mail.queue, dueQueues: due.queues },
        mailFrom: stage.mailFrom,
        ...people.granted,
        kytKey: kytKeySecret(this, stage),
        settlementMachineName: resourceName(stage, "settlement"),
        escrowMachineName: resourceName(stage, "escrow-payout"),
      },
    });

    const { machine } = new Machine(new NestedStack(this, "Settlement"), "Settlement", workshop, {
      ...{ file: "settlement", stateMachineName: workshop.on.settlementMachineName, steps: settlementSteps },
    });
    const escrow = new Machine(new NestedStack(this, "EscrowPayout"), "EscrowPayout", workshop, {
      ...{ file: "escrow-payout", stateMachineName: workshop.on.escrowMachineName, steps: escrowPayoutSteps },
    });
    const outbox = this.events(workshop, outboxDeadLetters);
    const served = servedOperations(contents.operations, stage.kind === "prod");
    const handlers = new Handlers(this, contents.lambdas, served, workshop);
    apis.route(served, (name) => handlers.named(name));
    tidyEmptier(this, stage);

    new Watch(this, stage, {
      ...{ publicApi: apis.publicApi, operatorApi: apis.operatorApi },
      machine,
      escrowMachine: escrow.machine,
      ...{ outbox: outbox.outbox, workflows: outbox.workflows, dueQueues: due.queues },
      functions: this.node.findAll().filter((each) => each instanceof ServiceLambda),
      queues: { webhooks: webhooks.queue, exports: exports.queue, packets: evidence.queue, mail: mail.queue },
      deadLetters: {
        webhooks: webhooks.deadLetters,
        ...{ outbox: outboxDeadLetters, "due-work": due.deadLetters },
        exports: exports.deadLetters,
        packets: evidence.deadLetters,
        mail: mail.deadLetters,
      },
      tables: { book, deliveries },
    });
    this.outputs(workshop, apis, machine);
  }

  /** Where wallets are screened; an interface of this stage's own is deployed first, and says where it answers. */
  private kytUrl(stage: Stage): string | null {
    if (stage.kyt === "mock") return null;
    if (asksOwnScreening(stage)) return StringParameter.valueForStringParameter(this, kytUrlParameter(stage));
    return stage.kytUrl ?? ownKytUrl(stage);
  }

  /** What happens by itself, in a nested stack of its own. */
  private events(workshop: RailsWorkshop, outboxDeadLetters: Queue): Outbox {
    const { stage, on } = workshop;
    const events = new NestedStack(this, "Events");
    new WebhookSender(events, workshop, on.webhookQueue);
    new Sweeper(events, "sweep", eventLambdas.sweep, workshop);
    for (const name of Object.keys(dueQueueWorkers) as (keyof typeof dueQueueWorkers)[])
      new DueWorker(events, workshop, name, on.dueQueues[name]);
    new ListWatch(events, workshop);
    new Daily(events, "daily", eventLambdas.daily, workshop);
    new Nightly(events, workshop);
    if (stage.alertSources.length > 0) new AlertPuller(events, workshop);
    new ExportMaker(events, workshop, on.exportQueue);
    new PacketMaker(events, workshop, on.packetQueue);
    new MailSender(events, workshop, on.mailQueue);
    return new Outbox(events, workshop, on.book, outboxDeadLetters);
  }

  private outputs({ stage, on }: RailsWorkshop, apis: Apis, machine: StateMachine): void {
    this.output("ApiId", apis.publicApi.restApiId);
    this.output("ApiUrl", railsPublicUrl(stage, gatewayUrl(apis.publicApi.restApiId)));
    this.output("OperatorApiId", apis.operatorApi.restApiId);
    this.output("OperatorApiUrl", gatewayUrl(apis.operatorApi.restApiId));
    this.output("OperatorTokensArn", on.operatorSecret.secretArn, "The secret that holds the first operator's token");
    this.output("CursorKeysArn", on.cursorSecret.secretArn, "The secret that the cursors of lists are sealed by");
    this.output("LinkKeysArn", on.linkSecret.secretArn, "The secret that the tokens of links to pages are made by");
    if (on.vendorSecret)
      this.output("VendorKeysArn", on.vendorSecret.secretArn, "The secret that the vendors' keys are put into");
    if (on.kytKey)
      this.output(
        "KytKeyArn",
        on.kytKey.secretArn,
        "The secret that the gates' key at the screening interface is put into",
      );
    this.output("RollbackAlarmArns", rollbackAlarmArns(stage), "The alarms that take a release back");
    this.output("BookTable", on.book.tableName);
    this.output("DeliveriesTable", on.deliveries.tableName);
    this.output("SubjectKeysTable", on.subjectKeys.tableName);
    this.output("WebhookQueueUrl", on.webhookQueue.queueUrl);
    this.output("AuditArchiveBucket", on.auditArchive.bucketName);
    this.output("ExportsBucket", on.exportFiles.bucketName);
    this.output("EvidenceBucket", on.evidence.bucketName);
    this.output("ApplicantFilesBucket", on.applicantFiles.bucketName);
    this.output("SettlementMachineArn", machine.stateMachineArn);
    const { reservedConcurrency } = stage;
    if (reservedConcurrency === null) return;
    const needed = neededConcurrency(reservedConcurrency);
    const sentence = `The account must allow ${needed} Lambda executions at once (docs/aws.md).`;
    Annotations.of(this).addInfoV2("sluice:concurrency", sentence);
  }

  private output(id: string, value: string, description?: string): void {
    new CfnOutput(this, id, { value, ...(description !== undefined && { description }) });
  }
}

function doorsOf({ domain, brandDomains }: Stage): Doors {
  const certificateArn = domain?.certificateArn ?? "";
  return {
    catchAll: { everybody: "public", operators: "operator-docs" },
    product: "rails",
    ownsLogRole: false,
    names: { public: "public", operator: "operator" },
    retired: retiredPaths.rails,
    hosts: [
      ...(domain === null
        ? []
        : [
            { id: "api-domain", host: domain.api, certificateArn, ofBrand: false },
            { id: "onboard-domain", host: domain.onboard, certificateArn, ofBrand: false },
          ]),
      ...brandDomains.map((brand) => ({ ...brand, id: `brand-${brand.host}`, ofBrand: true })),
    ],
  };
}
