import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ulid } from "ulid";
import { bundle } from "../../../bin/build.ts";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import type { Context } from "../../../functions/app/core/context.ts";
import { createAccount } from "../../../functions/app/screening/accounts.ts";
import { catalogueFrom, catalogueRecordType } from "../../../functions/app/screening/list-catalogue.ts";
import { screeningLambdas } from "../../../functions/contract/screening.ts";
import type { StoredIndex } from "../../../functions/domain/screening/list-entry.ts";
import { versionOf } from "../../../functions/domain/screening/list-index.ts";
import { FakeAws } from "../../support/runner/fake-aws.ts";
import { lambdaEnvironment } from "../../support/runner/lambdas.ts";
import type { ColdStart } from "./cold-side.ts";

const side = join(import.meta.dirname, "cold-side.ts");
const indexKey = "indexes/bench.json";

/** Starts the bundled screen Lambda so many times in a process of its own, over a fake AWS in this one, and asks it the same each time. */
export async function coldStarts(stored: StoredIndex, rounds: number): Promise<{ starts: ColdStart[]; bytes: number }> {
  const into = mkdtempSync(join(tmpdir(), "sluice-bench-"));
  const aws = new FakeAws([]);
  try {
    const screens = screeningLambdas.screens;
    if (!screens) throw new Error("no Lambda screens");
    await bundle({ screens }, into);
    const env = { ...lambdaEnvironment(await aws.start()), LISTS_BUCKET: "lists", SERVICE: "screening" };
    const apiKey = await seed(aws, stored);
    const entry = join(into, "screens", "index.mjs");
    const input = JSON.stringify({ apiKey, listed: stored.addresses[0]?.[0] });
    const starts = [];
    for (let round = 0; round < rounds; round += 1) starts.push(await started(entry, input, env));
    return { starts, bytes: statSync(entry).size };
  } finally {
    aws.stop();
    rmSync(into, { recursive: true, force: true });
  }
}

const run = promisify(execFile);

async function started(entry: string, input: string, env: Record<string, string>): Promise<ColdStart> {
  const { stdout } = await run(process.execPath, [side, entry, input], { env });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as ColdStart;
}

/** An account without limits, and the list in the catalogue and in its bucket. */
async function seed(aws: FakeAws, stored: StoredIndex): Promise<string> {
  const now = new Date().toISOString();
  const newId: Context["newId"] = (prefix) => `${prefix}_${ulid()}`;
  const context: Context = {
    store: aws.store,
    clock: { now: () => now },
    newId,
    actor: "bench",
    requestId: "req_bench",
  };
  const { apiKey } = await createAccount(context, { name: "Bench", plan: "unlimited", environment: "test" });
  const bytes = Buffer.from(JSON.stringify(stored));
  aws.files.set(`/lists/${indexKey}`, { bytes, contentType: "application/json" });
  const head = {
    ...{ ...versionOf(stored), title: "Bench", loadedAt: now, since: now, indexKey, fileKey: "files/bench" },
    ...{ staleAfterSeconds: null, etag: null },
  };
  const { state } = catalogueFrom(undefined);
  const transition = { next: { ...state, version: 1, lists: [head] }, from: null, to: "loaded", reason: "bench" };
  await aws.store.write(
    transitionWrites(newAggregate(catalogueRecordType, state), [transition], context).writes,
    "bench",
  );
  return apiKey;
}
