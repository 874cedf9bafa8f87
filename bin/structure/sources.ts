import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A source file of the repository: its path from the root, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

function git(...given: readonly string[]): string {
  return execFileSync("git", given, { encoding: "utf8", maxBuffer: 1e9 });
}

/** The paths of every file at a commit; of the checkout, with what is not committed yet, where none is given. */
export function pathsAt(commit: string | null): string[] {
  const listed =
    commit === null
      ? git("ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate")
      : git("ls-tree", "-r", "--name-only", commit);
  const gone = commit === null ? new Set(git("ls-files", "--deleted").split("\n")) : new Set<string>();
  return listed.split("\n").filter((path) => path !== "" && !gone.has(path));
}

/** The TypeScript files under `folders`, with their texts. */
export function sourcesAt(commit: string | null, folders: readonly string[]): Source[] {
  const paths = pathsAt(commit).filter(
    (path) => path.endsWith(".ts") && folders.some((folder) => path.startsWith(`${folder}/`)),
  );
  if (paths.length === 0) throw new Error(`there is no TypeScript under ${folders.join(", ")}`);
  return commit === null
    ? paths.map((path) => ({ path, text: readFileSync(path, "utf8") }))
    : fromCommit(commit, paths);
}

/** One process for all files of a commit: `git cat-file --batch` answers each with a line about it and its bytes. */
function fromCommit(commit: string, paths: readonly string[]): Source[] {
  const answer = execFileSync("git", ["cat-file", "--batch"], {
    input: paths.map((path) => `${commit}:${path}\n`).join(""),
    maxBuffer: 1e9,
  });
  let at = 0;
  return paths.map((path) => {
    const end = answer.indexOf(10, at);
    const size = Number(answer.subarray(at, end).toString("latin1").split(" ")[2]);
    at = end + size + 2;
    return { path, text: answer.subarray(end + 1, end + 1 + size).toString("utf8") };
  });
}
