import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Accepts cdk-nag findings on one construct, each with its reason. */
export function acknowledge(on: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(reasons)) {
    Validations.of(on).acknowledge({ id: `AwsSolutions-${id}`, reason });
  }
}
