import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join, relative } from "node:path";
import { record, recordedPort, recordFile } from "./previous.ts";

const root = join(import.meta.dirname, "../..");

/** Synthesizes a sandbox as the strict run deploys it, and keeps its templates for the next release. */
export async function recordRelease(stateDir: string): Promise<void> {
  const assembly = join(stateDir, "cdk.out");
  const at = (offset: number) => `http://localhost:${recordedPort + offset}`;
  const context = {
    ...{ stage: "sandbox", local: "true", hold: "true", bundles: join(stateDir, "build") },
    ...{ publicUrl: at(0), kytPublicUrl: at(1), onboardUrl: at(2) },
  };
  const flags = Object.entries(context).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const cdk = join(root, "node_modules/aws-cdk/bin/cdk");
  execFileSync(process.execPath, [cdk, "synth", "--quiet", "--no-notices", "--output", assembly, ...flags], {
    cwd: root,
    env: { ...process.env, CDK_VALIDATION: "false", CDK_DISABLE_CLI_TELEMETRY: "true" },
    stdio: "inherit",
  });
  record(assembly);
  const kilobytes = Math.round(statSync(recordFile).size / 1000);
  console.log(`Wrote ${relative(root, recordFile)}, ${kilobytes} KB: commit it with the release.`);
}
