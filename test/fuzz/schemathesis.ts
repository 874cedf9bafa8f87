import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configOf, type Input, tokenVariable } from "./config.ts";
import type { ServedDocument } from "./documents.ts";
import { type Spoiler, TestApi } from "./proxy.ts";
import type { Records } from "./records.ts";

/** What came of one document. */
export interface Outcome {
  readonly cases: number;
  readonly failures: number;
  /** False also where schemathesis itself ended in trouble. */
  readonly held: boolean;
  readonly statuses: ReadonlyMap<number, number>;
  /** All that schemathesis printed, with the service's own address. */
  readonly output: string;
  readonly seconds: number;
}

const root = join(import.meta.dirname, "../..");
const program = join(root, ".sandbox/venv-fuzz/bin/st");

/** Sends generated requests by one document, and checks what is answered against it. */
export async function fuzz(
  document: ServedDocument,
  input: Input,
  { records, urls, spoil }: { readonly records: Records; readonly urls: readonly string[]; readonly spoil?: Spoiler },
): Promise<Outcome> {
  const folder = join(root, "reports/fuzz", document.name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "openapi.json"), document.text);
  const config = join(folder, "schemathesis.toml");
  writeFileSync(config, configOf(document, input, records, urls));
  const api = new TestApi(document.url, spoil);
  const opened = await api.open();
  const startedAt = performance.now();
  try {
    const asked = (input.alone ?? []).map((operationId) => `--include-operation-id=${operationId}`);
    const given = ["--config-file", config, "run", join(folder, "openapi.json"), "--url", opened, ...asked];
    const { code, printed } = await run(given, folder, document.token);
    const output = printed.replaceAll(opened, document.url);
    writeFileSync(join(folder, "output.txt"), output);
    const [, cases = "0"] = /^ *([\d,]+) generated/m.exec(output) ?? [];
    const [, failures = "0"] = /(\d+) unique failure/.exec(output) ?? [];
    return {
      cases: Number(cases.replaceAll(",", "")),
      failures: Number(failures),
      held: code === 0,
      ...{ statuses: api.statuses, output, seconds: (performance.now() - startedAt) / 1000 },
    };
  } finally {
    api.close();
  }
}

/** No proxy of the machine's may carry it elsewhere. */
function run(
  given: readonly string[],
  folder: string,
  token: string,
): Promise<{ code: number | null; printed: string }> {
  const env = { ...process.env, [tokenVariable]: token, NO_PROXY: "*", PYTHONUTF8: "1", COLUMNS: "110" };
  const child = spawn(program, given, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => chunks.push(text));
  const end = () => child.kill();
  process.once("exit", end);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("exit", end);
      resolve({ code, printed: chunks.join("") });
    });
  });
}
