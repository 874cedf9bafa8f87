import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { allOperations, lambdas } from "../functions/api/contract.ts";
import { innerLambdas } from "../lib/inner-lambdas.ts";
import { RailsStack } from "../lib/rails-stack.ts";
import { readStage, type Stage } from "../lib/stage.ts";
import { StageRefused } from "../lib/stage-refused.ts";
import { bundle } from "./build.ts";

const app = new App();
const stage = readStageOrExit();
const bundles = app.node.tryGetContext("bundles") ?? join(import.meta.dirname, "../.build");
await bundle({ ...lambdas, ...innerLambdas }, bundles);
new RailsStack(app, stage, { operations: allOperations, lambdas, bundles });
if (!stage.local) Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();

function readStageOrExit(): Stage {
  try {
    return readStage((key) => app.node.tryGetContext(key));
  } catch (error) {
    if (!(error instanceof StageRefused)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
