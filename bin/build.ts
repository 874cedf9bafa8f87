import { cpSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import type { ApiLambda } from "../functions/http/operation.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Bundles every Lambda in one run: `<into>/<name>/index.mjs`, with its assets beside it. */
export async function bundle(lambdas: Readonly<Record<string, ApiLambda>>, into: string): Promise<void> {
  rmSync(into, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(
      Object.entries(lambdas).map(([name, { entry }]) => [`${name}/index`, entry]),
    ),
    outdir: into,
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
    plugins: [environmentCredentials],
  });
  for (const [name, { assets = [] }] of Object.entries(lambdas)) {
    for (const asset of assets)
      cpSync(join(root, asset), join(into, name, basename(asset)), { recursive: true });
  }
}

// Lambda hands credentials over in the environment; the SDK's chain of ten other places would only be loaded.
const environmentCredentials: Plugin = {
  name: "environment-credentials",
  setup({ onResolve }) {
    const replacement = join(root, "bin/environment-credentials.ts");
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({ path: replacement }));
  },
};
