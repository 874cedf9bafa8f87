import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pathsAt, sourcesAt } from "../../../bin/structure/sources.ts";

const root = join(import.meta.dirname, "../../..");

/** The places of a source that open a port without naming this machine's own loopback; a forwarder of the sandbox is told what its port is called. */
function openListeners(path: string, text: string): string[] {
  const opensItself = /\bcreate(Secure)?Server\b/.test(text);
  const calls = opensItself ? [...text.matchAll(/\.listen\((?!\))([^;]*)/g)] : [];
  return calls.filter(([, given = ""]) => !/"127\.0\.0\.1"|"--port"/.test(given)).map(([call]) => `${path}: ${call}`);
}

it("nothing that runs on a developer's machine listens to the network", () => {
  const found = sourcesAt(null, ["bin", "test"]).flatMap(({ path, text }) =>
    path.endsWith("structure/listeners.test.ts") ? [] : openListeners(path, text),
  );
  expect(found).toEqual([]);
});

it("and neither do its helpers in other languages", () => {
  const others = pathsAt(null).filter((path) => /^(bin|test|\.ci)\/.*\.(py|java|mjs|sh)$/.test(path));
  const everywhere = /\.(listen|bind)\(\s*\(?\s*(""|'')|ServerRunner\.main|HTTPServer\(\s*\(\s*(""|''|"0\.0\.0\.0")/;
  expect(others.length).toBeGreaterThan(5);
  expect(others.filter((path) => everywhere.test(readFileSync(join(root, path), "utf8")))).toEqual([]);
});

it.each([
  ["createServer().listen(0);", 1],
  ["createServer(); server.listen(port, resolve);", 1],
  ['createServer(); server.listen({ port, host: "0.0.0.0" });', 1],
  ['createServer(); server.listen(0, "127.0.0.1", resolve);', 0],
  ["await simulator.listen(0);", 0],
])("of %j it finds %d", (text, found) => {
  expect(openListeners("a.ts", text)).toHaveLength(found);
});
