import { existsSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { allOperations, lambdas } from "../functions/contract/billing.ts";
import { allScreeningOperations, screeningLambdas } from "../functions/contract/screening.ts";
import { deployedLambdas } from "../lib/api/deployed-lambdas.ts";
import { RailsStack } from "../lib/stacks/rails-stack.ts";
import { ScreeningStack } from "../lib/stacks/screening-stack.ts";
import { screeningGoesFirst } from "../lib/stacks/settings.ts";
import type { Stage } from "../lib/stacks/stage.ts";
import { StageRefusal } from "../lib/stacks/stage-refused.ts";
import { readRestoredTables, restoredFile } from "../lib/storage/restored.ts";
import { type BundleResult, bundle } from "./build.ts";
import { loadStage } from "./load-stage.ts";
import { storedBundles } from "./stored-bundles.ts";
import { refusedLicenses } from "./supply/licenses.ts";
import { writeBill } from "./supply/write-bill.ts";

const app = new App();
const stage = await loadStageOrExit();
const given = app.node.tryGetContext("bundles") ?? join(import.meta.dirname, "../.build");
// What nobody deploys to AWS may be made of what an earlier run bundled of the same sources; with a meter in it where it is a sandbox.
const reused = given === "stored" ? await storedBundles(deployedLambdas, stage.local) : null;
const bundles = reused?.folder ?? given;
const { files } = reused ?? (await bundle(deployedLambdas, bundles));
billOrExit(files, bundles);
const screening = { operations: allScreeningOperations, lambdas: screeningLambdas, bundles };
const screeningStack = new ScreeningStack(app, stage, screening);
const railsStack = new RailsStack(app, stage, { operations: allOperations, lambdas, bundles });
if (screeningGoesFirst(stage)) railsStack.addStackDependency(screeningStack);
if (!stage.local) Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
if (reused !== null) keepArchives(reused.archives);

/** Has the CDK take the archives of Lambdas that it made before, and leave new ones there; a link to bundles that were thrown away since gives way. */
function keepArchives(folder: string): void {
  const cache = join(app.outdir, ".cache");
  if (existsSync(cache)) return;
  rmSync(cache, { force: true });
  symlinkSync(folder, cache);
}

/** Nothing is deployed under a license that nobody has read. */
function billOrExit(files: BundleResult["files"], folder: string): void {
  const refused = refusedLicenses(writeBill(files, folder));
  if (refused.length === 0) return;
  console.error(refused.join("\n"));
  process.exit(1);
}

async function loadStageOrExit(): Promise<Stage> {
  try {
    const { restored, ...others } = app.node.getAllContext();
    // The sandbox on this machine alone names another file; -c restored is refused elsewhere.
    const isLocal = String(others.local) === "true";
    const stage = await loadStage(isLocal ? others : app.node.getAllContext());
    return { ...stage, restored: readRestoredTables((isLocal && restored) || restoredFile(stage.name)) };
  } catch (error) {
    if (!(error instanceof StageRefusal)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
