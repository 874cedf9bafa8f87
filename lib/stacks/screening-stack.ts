import type { App } from "aws-cdk-lib";
import { CfnOutput, NestedStack, Stack, type StackProps, Tags } from "aws-cdk-lib";
import { StringParameter } from "aws-cdk-lib/aws-ssm";
import { screeningInnerLambdas } from "../../functions/contract/screening/contract.ts";
import { Apis, type Doors } from "../api/apis.ts";
import { Handlers } from "../api/handlers.ts";
import { retiredPaths } from "../api/retired-paths.ts";
import { servedOperations } from "../api/routes.ts";
import { ServiceLambda, type Workshop } from "../api/service-lambda.ts";
import { Daily } from "../messaging/daily.ts";
import { Sweeper } from "../messaging/sweeper.ts";
import { ScreeningWatch } from "../observability/screening-monitoring.ts";
import { cursorSecret } from "../secrets/key-secrets.ts";
import { withOperatorDigests } from "../secrets/operator-digests.ts";
import { operatorSecret } from "../secrets/operator-secret.ts";
import { secretsKey } from "../secrets/secrets-key.ts";
import { vendorSecret } from "../secrets/vendor-secret.ts";
import { placement } from "../stage/placement.ts";
import { Archive } from "../storage/archive.ts";
import { tidyEmptier } from "../storage/emptier.ts";
import { ListLoader, Lists } from "../storage/lists.ts";
import { recordTable } from "../storage/store-table.ts";
import { SubjectKeys } from "../storage/subject-keys.ts";
import { screeningIndexNames } from "../storage/table-shapes.ts";
import type { Contents } from "./rails-stack.ts";
import { gatewayUrl, kytUrlParameter, ownKytUrl, resourceName, screeningEnvironment } from "./settings.ts";
import type { Stage } from "./stage.ts";

const product = "sluice's screening interface";

/** The screening interface, a product of its own: table, lists, keys and doors apart from the rails', which are one of its callers. */
export class ScreeningStack extends Stack {
  constructor(app: App, stage: Stage, contents: Contents, props: StackProps = {}) {
    super(app, resourceName(stage, "screening"), { ...placement(stage, "screening"), ...props });
    Tags.of(this).add("product", "sluice");
    Tags.of(this).add("stage", stage.name);

    const book = recordTable([this, "Records"], stage, "screening");
    const lists = new Lists(this, stage);
    const archive = new Archive(this, stage);
    const subjects = new SubjectKeys(this, stage);
    const apis = new Apis(this, stage, doorsOf(stage));
    const apiUrl = gatewayUrl(apis.publicApi.restApiId);
    const operatorUrl = gatewayUrl(apis.operatorApi.restApiId);
    const workshop = withOperatorDigests<Workshop>(this, "screening-operator-digests", {
      stage,
      bundles: contents.bundles,
      environment: screeningEnvironment(stage, apiUrl, operatorUrl),
      on: {
        book,
        indexes: screeningIndexNames,
        lists: lists.bucket,
        auditArchive: archive.audit,
        subjectKeys: subjects.keys,
        subjectKey: subjects.wrapKey,
        webhookKey: secretsKey(this, stage, "Encrypts the secrets that monitors' alerts are signed with."),
        operatorSecret: operatorSecret(this, stage, product),
        operatorDigests: null,
        cursorSecret: cursorSecret(this, stage, product),
        vendorSecret: vendorSecret(this, stage, { product, needed: stage.exposure.length > 0 }),
      },
    });

    const events = new NestedStack(this, "Events");
    const loader = new ListLoader(events, workshop);
    new Sweeper(events, "screening-sweep", screeningInnerLambdas["screening-sweep"], workshop);
    new Daily(events, "screening-daily", screeningInnerLambdas["screening-daily"], workshop);
    const served = servedOperations(contents.operations, stage.kind === "prod");
    const handlers = new Handlers(this, contents.lambdas, served, workshop);
    apis.route(served, (name) => handlers.named(name));
    tidyEmptier(this, stage);

    new ScreeningWatch(this, stage, {
      publicApi: apis.publicApi,
      operatorApi: apis.operatorApi,
      loader: loader.handler,
      functions: this.node.findAll().filter((each) => each instanceof ServiceLambda),
      tables: { records: book },
    });
    new StringParameter(this, "Address", {
      parameterName: kytUrlParameter(stage),
      description: "Where the screening interface answers; the rails look it up when they are deployed.",
      stringValue: ownKytUrl(stage) ?? apiUrl,
    });
    this.outputs(workshop, apis);
  }

  private outputs({ stage, on }: Workshop, { publicApi, operatorApi }: Apis): void {
    const answer = {
      ApiId: publicApi.restApiId,
      ApiUrl: ownKytUrl(stage) ?? gatewayUrl(publicApi.restApiId),
      OperatorApiId: operatorApi.restApiId,
      OperatorApiUrl: gatewayUrl(operatorApi.restApiId),
      OperatorTokensArn: on.operatorSecret.secretArn,
      CursorKeysArn: on.cursorSecret.secretArn,
      ...(on.vendorSecret && { VendorKeysArn: on.vendorSecret.secretArn }),
      BookTable: on.book.tableName,
      ...(on.subjectKeys && { SubjectKeysTable: on.subjectKeys.tableName }),
      ...(on.lists && { ListsBucket: on.lists.bucketName }),
      ...(on.auditArchive && { AuditArchiveBucket: on.auditArchive.bucketName }),
    };
    for (const [id, value] of Object.entries(answer)) new CfnOutput(this, id, { value });
  }
}

function doorsOf({ kytDomain }: Stage): Doors {
  return {
    catchAll: { everybody: "screening-public", operators: "screening-operator-docs" },
    product: "screening",
    // It is deployed first where a stage has both (bin/app.ts).
    ownsLogRole: true,
    names: { public: "screening", operator: "screening-operator" },
    retired: retiredPaths.screening,
    hosts: kytDomain === null ? [] : [{ ...kytDomain, id: "screening-domain", ofBrand: false }],
  };
}
