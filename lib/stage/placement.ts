import type { StackProps } from "aws-cdk-lib";
import type { Stage } from "../stacks/stage.ts";

/** Where a stage's stack belongs, and whether it can be deleted: production's only after somebody lifts the protection. */
export function placement(stage: Stage, product: "rails" | "screening"): StackProps {
  const { account, region } = stage;
  return {
    description: `sluice ${product}, stage ${stage.name}`,
    env: { ...(account !== null && { account }), ...(region !== null && { region }) },
    terminationProtection: stage.kind === "prod",
  };
}
