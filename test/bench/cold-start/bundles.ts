import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build, type Metafile } from "esbuild";
import { bundle, options, reachedChunks } from "../../../bin/build.ts";
import { lambdas } from "../../../functions/contract/billing.ts";

/** A bundle: the file that a Lambda runs, and how many bytes of what it loads at its start. */
export interface Bundle {
  readonly entry: string;
  readonly bytes: number;
  /** Of what it loads at its start, by package or folder of ours, largest first. */
  readonly parts: readonly (readonly [string, number])[];
}

/** The benchmark's peer, and our Lambdas that do the same. */
export interface Bundles {
  readonly peer: Bundle;
  readonly invoices: Bundle;
  readonly pay: Bundle;
}

const root = join(import.meta.dirname, "../../..");
const installed = join(root, ".sandbox/peer");

/** Bundles both sides with the same options, the AWS SDK in both, and gives them to `use`. */
export async function withBundles<T>(use: (bundles: Bundles) => Promise<T>): Promise<T> {
  const into = mkdtempSync(join(tmpdir(), "sluice-bench-"));
  try {
    const peer = await bundlePeer(join(into, "peer"));
    const { invoices, pay } = lambdas;
    if (!invoices || !pay) throw new Error("no Lambda creates and pays invoices");
    const { outputs } = await bundle({ invoices, pay }, join(into, "ours"));
    const ours = (name: string) => bundleOf(join(into, "ours", name), outputs.get(name) ?? {});
    return await use({ peer, invoices: ours("invoices"), pay: ours("pay") });
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

async function bundlePeer(into: string): Promise<Bundle> {
  const handler = join(installed, "handler.mjs");
  cpSync(join(root, "test/bench/peer/handler.mjs"), handler);
  const { metafile } = await build({ ...options, entryPoints: { index: handler }, outdir: into, metafile: true });
  const [output] = Object.values(metafile.outputs);
  return bundleOf(into, output ? { "index.mjs": output } : {});
}

function bundleOf(folder: string, outputs: Metafile["outputs"]): Bundle {
  const loaded = [...reachedChunks(outputs, ["import-statement"])].flatMap((name) => outputs[basename(name)] ?? []);
  const parts = new Map<string, number>();
  for (const { inputs } of loaded)
    for (const [file, { bytesInOutput }] of Object.entries(inputs))
      parts.set(partOf(file), (parts.get(partOf(file)) ?? 0) + bytesInOutput);
  return {
    entry: join(folder, "index.mjs"),
    bytes: loaded.reduce((sum, { bytes }) => sum + bytes, 0),
    parts: [...parts].toSorted(([, one], [, other]) => other - one),
  };
}

function partOf(file: string): string {
  const packages = file.split("node_modules/");
  const [scope = "", name] = (packages.at(-1) ?? "").split("/");
  if (packages.length > 1) return scope.startsWith("@") ? `${scope}/${name}` : scope;
  return file.split("/").slice(0, 2).join("/");
}
