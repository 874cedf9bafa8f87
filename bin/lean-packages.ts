import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A text of a package's file, and what stands in its place. */
type Edit = readonly [from: string, to: string];

/** Files of packages with something in them that a Lambda's start would pay for and nothing there uses. */
const edits: Readonly<Record<string, readonly Edit[]>> = {
  // A parser is compiled for each schema that is used more than twice: compiling takes as long as a hundred parses.
  "zod/v4/core/schemas.js": [
    ["let fastpass;\n", "let fastpass, uses = 0;\n"],
    ["if (jit && fastEnabled &&", "if (jit && fastEnabled && (fastpass || ++uses > 2) &&"],
  ],
  "zod/v4/classic/schemas.js": [
    // What is parsed comes from JSON, which has no cycles to be looked for in each schema.
    ["if (!core.globalConfig.memoizer)\n", "if (false)\n"],
    // Documents are written before; a Lambda reads of its schemas' metadata which fields are deprecated.
    ["describe(description) {\n", "describe(description) {\n        return this;\n"],
    [
      "const cl = this.clone();\n        core.globalRegistry.add(cl, args[0]);",
      "if (!args[0].deprecated) return this;\n        const cl = this.clone();\n        core.globalRegistry.add(cl, args[0]);",
    ],
  ],
};

/** Files of packages that only documents need: what they export is there, and does nothing. */
const silenced = ["zod/v4/core/to-json-schema.js", "zod/v4/core/json-schema-processors.js"];

/** An edit that finds its text once: a newer version of a package that reads otherwise stops the build. */
function edited(text: string, [from, to]: Edit): string {
  const [before, after, ...more] = text.split(from);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`a package does not read as bin/lean-packages.ts has it: ${from}`);
  return before + to + after;
}

function silencedText(text: string): string {
  const direct = [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = ""]) => name);
  const renamed = [...text.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name = ""]) => name);
  return [...direct, ...renamed].map((name) => `export function ${name}() { return {}; }`).join("\n");
}

function escaped(path: string): string {
  return path.replaceAll(".", "[.]");
}

/** Leaves out of Lambdas what packages do at their start that no Lambda needs. */
export const leanPackages: Plugin = {
  name: "lean-packages",
  setup({ onLoad, onResolve }) {
    for (const [file, all] of Object.entries(edits))
      onLoad({ filter: new RegExp(`node_modules/${escaped(file)}$`) }, ({ path }) => ({
        contents: all.reduce(edited, readFileSync(path, "utf8")),
      }));
    for (const file of silenced)
      onLoad({ filter: new RegExp(`node_modules/${escaped(file)}$`) }, ({ path }) => ({
        contents: silencedText(readFileSync(path, "utf8")),
      }));
    // An import of it as a module asks for all that it exports, among them a WebSocket, for which Node loads all of undici.
    onResolve({ filter: /^(node:)?https?$/ }, ({ path }) => ({
      path: path.replace("node:", ""),
      namespace: "built-in",
    }));
    onLoad({ filter: /.*/, namespace: "built-in" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule("node:${path}");`,
      resolveDir: root,
    }));
    // Nothing that we call answers in a stream of events.
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: join(root, "bin/no-event-streams.ts") } : undefined,
    );
  },
};
