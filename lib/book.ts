import {
  AttributeType,
  Billing,
  type GlobalSecondaryIndexPropsV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import type { IndexName } from "../functions/app/ports.ts";
import { acknowledge } from "./acknowledge.ts";
import { tableRemoval } from "./keeping.ts";
import type { Stage } from "./stage.ts";

/** What each index holds of a row beside its keys. */
export const indexProjections: Readonly<Record<IndexName, ProjectionType>> = {
  list: ProjectionType.ALL,
  status: ProjectionType.ALL,
  group: ProjectionType.ALL,
  due: ProjectionType.KEYS_ONLY,
  ref: ProjectionType.ALL,
  review: ProjectionType.KEYS_ONLY,
};

/** The names of the tables' indexes; their keys are `<name>Pk` and `<name>Sk`. */
export const indexNames = Object.keys(indexProjections) as IndexName[];

/** The tables: the book of money, with a stream, webhook deliveries apart from it, and what a mock rail keeps for itself. */
export class Book extends Construct {
  readonly book: TableV2;
  readonly deliveries: TableV2;
  /** Null where the rail is a real one. */
  readonly mockRail: TableV2 | null;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Book");
    this.book = recordTable([this, "Records"], stage, indexNames, StreamViewType.NEW_IMAGE);
    this.deliveries = recordTable([this, "Deliveries"], stage, ["list", "status", "group", "due", "ref"]);
    this.mockRail = stage.rail === "mock" ? recordTable([this, "MockRail"], stage, ["list"]) : null;
  }
}

/** A table as the book's adapter uses it, with these of its indexes. */
export function recordTable(
  [scope, id]: readonly [Construct, string],
  stage: Stage,
  names: readonly IndexName[],
  dynamoStream?: StreamViewType,
): TableV2 {
  const kept = stage.kind === "prod";
  const table = new TableV2(scope, id, {
    partitionKey: { name: "pk", type: AttributeType.STRING },
    sortKey: { name: "sk", type: AttributeType.STRING },
    globalSecondaryIndexes: names.map(index),
    billing: Billing.onDemand(),
    encryption: TableEncryptionV2.awsManagedKey(),
    timeToLiveAttribute: "ttl",
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: kept },
    deletionProtection: kept,
    removalPolicy: tableRemoval(stage),
    ...(dynamoStream !== undefined && { dynamoStream }),
  });
  if (!kept)
    acknowledge(table, { DDB3: "Sandbox and dev tables hold no real money; production has recovery on." });
  return table;
}

function index(name: IndexName): GlobalSecondaryIndexPropsV2 {
  return {
    indexName: name,
    partitionKey: { name: `${name}Pk`, type: AttributeType.STRING },
    sortKey: { name: `${name}Sk`, type: AttributeType.STRING },
    projectionType: indexProjections[name],
  };
}
