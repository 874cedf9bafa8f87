import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Key } from "aws-cdk-lib/aws-kms";
import { Construct } from "constructs";
import { secretsKey } from "../secrets/secrets-key.ts";
import type { Stage } from "../stacks/stage.ts";
import { newTable } from "./store-table.ts";

/** The wrapped data keys of subjects. The table has no backup and no stream on any stage: a key that is destroyed there is nowhere, and what was sealed under it is erased from tables, archive and backups alike. */
export class SubjectKeys extends Construct {
  readonly keys: TableV2;
  readonly wrapKey: Key;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Subjects");
    this.keys = newTable([this, "Keys"], stage, {
      ...{ indexes: ["due"], stream: false },
      unrecoverable: "A backup of it would bring back what was erased (docs/privacy.md).",
    });
    this.wrapKey = secretsKey(this, stage, "Wraps the data keys of people and businesses, one for each of them.");
  }
}
