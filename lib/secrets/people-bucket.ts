import type { Key } from "aws-cdk-lib/aws-kms";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { Stage } from "../stacks/stage.ts";
import { PrivateBucket } from "../storage/private-bucket.ts";
import { SubjectKeys } from "../storage/subject-keys.ts";
import { secretsKey } from "./secrets-key.ts";

/** What people entrust to us: applicants' files, the key over their account and identity numbers, and the data keys of subjects. */
export class People extends Construct {
  readonly files: Bucket;
  readonly secretsKey: Key;
  readonly #subjects: SubjectKeys;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "People");
    this.files = new PrivateBucket(this, "Files", stage, {
      versioned: true,
      unlogged: "Every file has its entry on the audit trail, and links to it are good for minutes.",
    });
    this.secretsKey = secretsKey(
      this,
      stage,
      "Encrypts the bank account, tax and identity numbers that people type in.",
    );
    this.#subjects = new SubjectKeys(this, stage);
  }

  /** What Lambdas may be granted of it. */
  get granted() {
    const { keys: subjectKeys, wrapKey: subjectKey } = this.#subjects;
    return { applicantFiles: this.files, peopleKey: this.secretsKey, subjectKeys, subjectKey };
  }
}
