import type { Endpoints } from "../support/runner/sandbox.ts";
import { type ServedDocument, servedDocuments } from "./documents.ts";
import type { ProxyAnswer, Spoiler } from "./proxy.ts";
import { Records } from "./records.ts";
import { fuzz } from "./schemathesis.ts";

interface Control {
  readonly name: string;
  readonly caughtAs: string;
  /** The mistake, which may go by what was answered before. */
  readonly spoil: () => Spoiler;
}

/** Mistakes of one kind, and the paths of the screening interface in whose good answers they are made. */
interface Controls {
  readonly paths: readonly string[];
  readonly perOperation: number;
  readonly of: readonly Control[];
}

function withBody(answer: ProxyAnswer, change: (body: Record<string, unknown>) => unknown): ProxyAnswer {
  return { ...answer, body: Buffer.from(JSON.stringify(change(JSON.parse(answer.body.toString("utf8"))))) };
}

function good(change: (answer: ProxyAnswer) => ProxyAnswer): () => Spoiler {
  return () => (_, answer) => (answer.status === 200 ? change(answer) : answer);
}

const ofOneAnswer: Controls = {
  paths: ["/api/v1/usage"],
  perOperation: 10,
  of: [
    { name: "a 500", caughtAs: "Server error", spoil: good((answer) => ({ ...answer, status: 500 })) },
    {
      name: "an undocumented status",
      caughtAs: "Undocumented HTTP status code",
      spoil: good((answer) => ({ ...answer, status: 203 })),
    },
    {
      name: "a reply that lacks a field",
      caughtAs: "Response violates schema",
      spoil: good((answer) => withBody(answer, ({ used: _, ...rest }) => rest)),
    },
    {
      name: "a refusal of a request that fits the document",
      caughtAs: "API rejected schema-compliant request",
      spoil: good((answer) => ({ ...withBody(answer, () => ({ code: "validation_error", fields: [] })), status: 400 })),
    },
  ],
};

/** The record that a path leads to, whatever is asked of it; undefined where that is no monitor. */
function monitorOf(path: string): string | undefined {
  return /^\/api\/v1\/monitors\/mon_\w+(?=$|\?)/.exec(path)?.[0];
}

/** What only requests that follow one another can find. */
const ofScenarios: Controls = {
  paths: ["/api/v1/monitors", "/api/v1/monitors/{id}", "/api/v1/screen/{id}"],
  perOperation: 20,
  of: [
    {
      name: "a record that is not there once it was made",
      caughtAs: "Resource is not available after creation",
      spoil: () => (request, answer) =>
        request.method === "GET" && monitorOf(request.path) && answer.status === 200
          ? { ...withBody(answer, () => ({ code: "not_found" })), status: 404 }
          : answer,
    },
    {
      name: "a record that is there once it was deleted",
      caughtAs: "Use after free",
      spoil: () => {
        const shown = new Map<string, Buffer>();
        return ({ method, path }, answer) => {
          const monitor = monitorOf(path);
          if (monitor === undefined) return answer;
          if (answer.status === 200) shown.set(monitor, answer.body);
          const body = method === "GET" && answer.status === 404 ? shown.get(monitor) : undefined;
          return body === undefined ? answer : { status: 200, body };
        };
      },
    },
  ],
};

const none: Control = { name: "none", caughtAs: "", spoil: () => (_, answer) => answer };

/** Shows that what is looked for would be found: each mistake must fail, and nothing may without one. */
export async function tryControls(endpoints: Endpoints): Promise<boolean> {
  const served = (await servedDocuments(endpoints)).find(({ name }) => name === "screening");
  if (!served) throw new Error("no document of the screening interface is served");
  let held = true;
  for (const { paths, perOperation, of } of [ofOneAnswer, ofScenarios]) {
    const document = { ...onlyOf(served, paths), name: "control" };
    const input = { seed: 1, perOperation, boundaries: false };
    for (const { name, caughtAs, spoil } of [none, ...of]) {
      const given = { records: new Records(), urls: [endpoints.receiverUrl], spoil: spoil() };
      const outcome = await fuzz(document, input, given);
      const caught = name === "none" ? outcome.held : !outcome.held && outcome.output.includes(caughtAs);
      console.log(`${caught ? "ok  " : "FAIL"} control: ${name}${caughtAs && ` is told as "${caughtAs}"`}`);
      held &&= caught;
    }
  }
  return held;
}

function onlyOf(served: ServedDocument, only: readonly string[]): ServedDocument {
  const { paths, ...rest } = JSON.parse(served.text);
  const text = JSON.stringify({ ...rest, paths: Object.fromEntries(only.map((path) => [path, paths[path]])) });
  return { ...served, text, operations: served.operations.filter(({ path }) => only.includes(path)) };
}
