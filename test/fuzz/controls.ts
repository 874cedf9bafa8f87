import type { Endpoints } from "../support/runner/sandbox.ts";
import { servedDocuments } from "./documents.ts";
import type { ProxyAnswer, Spoiler } from "./proxy.ts";
import { Records } from "./records.ts";
import { fuzz } from "./schemathesis.ts";

interface Control {
  readonly name: string;
  readonly caughtAs: string;
  readonly spoil: (answer: ProxyAnswer) => ProxyAnswer;
}

function withBody(answer: ProxyAnswer, change: (body: Record<string, unknown>) => unknown): ProxyAnswer {
  return { ...answer, body: Buffer.from(JSON.stringify(change(JSON.parse(answer.body.toString("utf8"))))) };
}

/** Mistakes made on purpose in one operation's good answers, and the words by which they must be found. */
const spoiled = "getUsage";
const controls: readonly Control[] = [
  { name: "a 500", caughtAs: "Server error", spoil: (answer) => ({ ...answer, status: 500 }) },
  {
    name: "an undocumented status",
    caughtAs: "Undocumented HTTP status code",
    spoil: (answer) => ({ ...answer, status: 203 }),
  },
  {
    name: "a reply that lacks a field",
    caughtAs: "Response violates schema",
    spoil: (answer) => withBody(answer, ({ used: _, ...rest }) => rest),
  },
  {
    name: "a refusal of a request that fits the document",
    caughtAs: "API rejected schema-compliant request",
    spoil: (answer) => ({ ...withBody(answer, () => ({ code: "validation_error", fields: [] })), status: 400 }),
  },
];

/** Shows that what is looked for would be found: each mistake must fail, and nothing may without one. */
export async function tryControls(endpoints: Endpoints): Promise<boolean> {
  const served = (await servedDocuments(endpoints)).find(({ name }) => name === "screening");
  const operations = served?.operations.filter(({ operationId }) => operationId === spoiled) ?? [];
  const [operation] = operations;
  if (!served || !operation) throw new Error(`${spoiled} is not served`);
  const { paths, ...rest } = JSON.parse(served.text);
  const text = JSON.stringify({ ...rest, paths: { [operation.path]: paths[operation.path] } });
  const document = { ...served, name: "control", text, operations };
  const input = { seed: 1, perOperation: 10, boundaries: false };
  let held = true;
  for (const { name, caughtAs, spoil } of [
    { name: "none", caughtAs: "", spoil: (as: ProxyAnswer) => as },
    ...controls,
  ]) {
    const only: Spoiler = (_, answer) => (answer.status === 200 ? spoil(answer) : answer);
    const outcome = await fuzz(document, input, { records: new Records(), urls: [endpoints.receiverUrl], spoil: only });
    const caught = name === "none" ? outcome.held : !outcome.held && outcome.output.includes(caughtAs);
    console.log(`${caught ? "ok  " : "FAIL"} control: ${name}${caughtAs && ` is told as "${caughtAs}"`}`);
    held &&= caught;
  }
  return held;
}
