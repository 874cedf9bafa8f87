import {
  AttributeType,
  Billing,
  type GlobalSecondaryIndexPropsV2,
  type ITableV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import type { IndexName } from "../../functions/app/core/ports.ts";
import { acknowledge } from "../secrets/nag-suppressions.ts";
import type { Stage } from "../stacks/stage.ts";
import { tableRemoval } from "./retention.ts";
import { indexProjection, type RecordTable, type TableShape, tableShapes, ttlAttribute } from "./table-shapes.ts";

/** The tables: the book of money, with a stream, webhook deliveries apart from it, and what a mock rail keeps for itself. */
export class StoreTable extends Construct {
  readonly book: ITableV2;
  readonly deliveries: ITableV2;
  /** Null where the rail is a real one. */
  readonly mockRail: TableV2 | null;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Book");
    this.book = recordTable([this, "Records"], stage, "book");
    this.deliveries = recordTable([this, "Deliveries"], stage, "deliveries");
    const ofMock = { indexes: ["list"], stream: false } as const;
    this.mockRail = stage.rail === "mock" ? newTable([this, "MockRail"], stage, ofMock) : null;
  }
}

/** A table of records: the one that was restored where the stage names one, otherwise one that the stack makes. */
export function recordTable(place: readonly [Construct, string], stage: Stage, name: RecordTable): ITableV2 {
  const restored = stage.restored?.[name];
  // aws-cdk-lib's classes do not satisfy its interfaces under exactOptionalPropertyTypes.
  if (restored === undefined) return newTable(place, stage, tableShapes[name]) as ITableV2;
  return TableV2.fromTableAttributes(...place, {
    tableName: restored.name,
    ...("streamArn" in restored && { tableStreamArn: restored.streamArn }),
    grantIndexPermissions: true,
  });
}

/** A table and its indexes; `unrecoverable` says why one has no recovery in production either. */
export function newTable(
  [scope, id]: readonly [Construct, string],
  stage: Stage,
  { indexes, stream, unrecoverable }: Pick<TableShape, "indexes" | "stream"> & { readonly unrecoverable?: string },
): TableV2 {
  const kept = stage.kind === "prod";
  const recovers = kept && unrecoverable === undefined;
  const table = new TableV2(scope, id, {
    partitionKey: { name: "pk", type: AttributeType.STRING },
    sortKey: { name: "sk", type: AttributeType.STRING },
    globalSecondaryIndexes: indexes.map(index),
    billing: Billing.onDemand(),
    encryption: TableEncryptionV2.awsManagedKey(),
    timeToLiveAttribute: ttlAttribute,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: recovers },
    deletionProtection: kept,
    removalPolicy: tableRemoval(stage),
    ...(stream && { dynamoStream: StreamViewType.NEW_IMAGE }),
  });
  const forTrial = "Sandbox and dev tables hold no real money; production has recovery on.";
  if (!recovers) acknowledge(table, { DDB3: unrecoverable ?? forTrial });
  return table;
}

function index(name: IndexName): GlobalSecondaryIndexPropsV2 {
  return {
    indexName: name,
    partitionKey: { name: `${name}Pk`, type: AttributeType.STRING },
    sortKey: { name: `${name}Sk`, type: AttributeType.STRING },
    projectionType: ProjectionType[indexProjection],
  };
}
