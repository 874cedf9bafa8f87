import { createHash } from "node:crypto";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { inOrder } from "../functions/app/core/map-concurrent.ts";
import { invoiceFonts } from "../functions/domain/invoicing/invoice-fonts.ts";
import type { ApiLambda } from "../functions/http/operation.ts";
import { leanPackages } from "./lean-packages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** One run's linking is work for one core. */
const runsAtOnce = 2;

type Lambdas = Readonly<Record<string, Pick<ApiLambda, "entry" | "exportName" | "assets">>>;

/** What esbuild wrote of one Lambda, by file. */
export type Chunks = Metafile["outputs"];

/** What was bundled: of every Lambda what was written, the chunks of those that have some, and the files that its bundle is made of, assets among them, from the repository's root. */
export interface BundleResult {
  readonly outputs: ReadonlyMap<string, Chunks>;
  readonly chunks: ReadonlyMap<string, Chunks>;
  readonly files: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Bundles every Lambda: `<into>/<name>/index.mjs`, with its assets beside it. `metered` ones, as a sandbox on this machine has them, can tell a meter what their runs would have cost. What one loads only when it is used lies beside it in chunks. */
export async function bundle(lambdas: Lambdas, into: string, metered = false): Promise<BundleResult> {
  rmSync(into, { recursive: true, force: true });
  const handlers = handlersOf(lambdas, metered);
  const lazy = await lazyLambdas(lambdas, handlers);
  const whole = Object.keys(lambdas).filter((name) => !lazy.includes(name));
  // One run parses what they share once.
  const { metafile } = await build({
    ...options,
    entryPoints: Object.fromEntries(whole.map((name) => [`${name}/index`, handlerOf(name)])),
    outdir: into,
    metafile: true,
    plugins: [environmentCredentials, leanPackages, drawingTemplate, handlers],
  });
  // Chunks of one run are shared by its entries, so a Lambda that has chunks is a run of its own.
  const chunks = await inOrder(lazy, runsAtOnce, async (name) => {
    return [name, await bundleInChunks(name, handlers, join(into, name))] as const;
  });
  for (const [name, { assets = [] }] of Object.entries(lambdas)) {
    for (const asset of assets) cpSync(join(root, asset), join(into, name, basename(asset)), { recursive: true });
  }
  const wholeChunks = Object.values(metafile.outputs).map(
    (output) => [lambdaOf(output), { "index.mjs": output }] as const,
  );
  const outputs = [...wholeChunks, ...chunks];
  const files = outputs.map(([name, own]) => [name, filesOf(own, lambdas[name]?.assets)] as const);
  return { outputs: new Map(outputs), chunks: new Map(chunks), files: new Map(files) };
}

/** The Lambda that an output is of, by its entry. */
function lambdaOf({ entryPoint = "" }: Chunks[string]): string {
  return entryPoint.slice(entryPoint.lastIndexOf(":") + 1);
}

/** What the chunks that a Lambda loads are made of, and what lies beside them. */
function filesOf(chunks: Chunks, assets: readonly string[] = []): ReadonlySet<string> {
  const inputs = [...reachedChunks(chunks)].flatMap((name) => Object.keys(chunks[name]?.inputs ?? {}));
  return new Set([...inputs, ...assets]);
}

/** How every Lambda is bundled; the benchmarks bundle what they compare with alike. */
export const options: BuildOptions = {
  absWorkingDir: root,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  mainFields: ["module", "main"],
  minify: true,
  keepNames: true,
  treeShaking: true,
  legalComments: "none",
  logLevel: "warning",
  // CommonJS packages inside an ES module ask for Node's own modules through this.
  banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
  define: { __dirname: "import.meta.dirname", __filename: "import.meta.filename" },
};

async function bundleInChunks(name: string, handlers: Plugin, into: string): Promise<Chunks> {
  const { metafile } = await build({
    ...options,
    entryPoints: { index: handlerOf(name) },
    outdir: into,
    splitting: true,
    chunkNames: "[name]-[hash]",
    metafile: true,
    plugins: [environmentCredentials, leanPackages, drawingTemplate, handlers],
  });
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output] as const);
  const chunks = Object.fromEntries(outputs);
  const used = reachedChunks(chunks);
  // A package's lazy part that tree shaking left without a caller is written nevertheless.
  for (const [name] of outputs) if (!used.has(name)) rmSync(join(into, name));
  return chunks;
}

/** The chunks that a Lambda loads: those of a cold start where only its import statements count. */
export function reachedChunks(
  chunks: Chunks,
  kinds: readonly string[] = ["import-statement", "dynamic-import"],
): ReadonlySet<string> {
  const reached = new Set(["index.mjs"]);
  for (const name of reached)
    for (const { path, kind, external } of chunks[name]?.imports ?? [])
      if (!external && kinds.includes(kind)) reached.add(basename(path));
  return reached;
}

/** The Lambdas that load something of ours only when it is used. */
async function lazyLambdas(lambdas: Lambdas, handlers: Plugin): Promise<string[]> {
  const { metafile } = await build({
    ...options,
    entryPoints: Object.fromEntries(Object.keys(lambdas).map((name) => [name, handlerOf(name)])),
    outdir: "unwritten",
    plugins: [handlers],
    packages: "external",
    minify: false,
    metafile: true,
    write: false,
  });
  const isLazy = (input: string) =>
    metafile.inputs[input]?.imports.some(({ kind, external }) => kind === "dynamic-import" && !external);
  return Object.entries(metafile.outputs).flatMap(([path, { inputs }]) =>
    Object.keys(inputs).some(isLazy) ? basename(path, ".mjs") : [],
  );
}

// Lambda hands credentials over in the environment; the SDK's chain of ten other places would only be loaded.
const environmentCredentials: Plugin = {
  name: "environment-credentials",
  setup({ onResolve }) {
    const replacement = join(root, "bin/environment-credentials.ts");
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({ path: replacement }));
  },
};

// What one Lambda drew is another's, so all of them know it by the same digest: of the code that draws, and of its fonts.
const drawingTemplate: Plugin = {
  name: "drawing-template",
  setup({ onLoad }) {
    onLoad({ filter: /\/wiring\/invoicing\/drawing-template\.ts$/ }, async () => {
      const entryPoints = ["functions/wiring/invoicing/invoice-pdf.ts"];
      const { outputFiles } = await build({ ...options, entryPoints, write: false });
      const hash = createHash("sha256");
      for (const { contents } of outputFiles) hash.update(contents);
      for (const { file } of invoiceFonts) hash.update(readFileSync(join(root, file)));
      return { contents: `export const drawingTemplate = "${hash.digest("hex")}";` };
    });
  },
};

function handlerOf(name: string): string {
  return `handler:${name}`;
}

/** What a Lambda runs: the handler of its entry, under the one name that all Lambdas are configured with. */
function handlersOf(lambdas: Lambdas, metered: boolean): Plugin {
  return {
    name: "handlers",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^handler:/ }, ({ path }) => ({ path: path.replace("handler:", ""), namespace: "handler" }));
      onLoad({ filter: /.*/, namespace: "handler" }, ({ path }) => {
        const { entry = "", exportName = "handler" } = lambdas[path] ?? {};
        if (!metered) return { contents: `export { ${exportName} as handler } from "./${entry}";`, resolveDir: root };
        const inner = `import { countRuns } from "./bin/sandbox/cost/lambda-meter.ts"; import { ${exportName} as inner } from "./${entry}";`;
        return { contents: `${inner} export const handler = countRuns(inner);`, resolveDir: root };
      });
    },
  };
}
