import { createReadStream, existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isStale, readCatalogue } from "../../functions/app/screening/list-catalogue.ts";
import { type LoadContext, type LoadedList, loadList } from "../../functions/app/screening/load-list.ts";
import { ListImplausible, ListUnreadable } from "../../functions/domain/screening/list-check.ts";
import { type ListId, listIds } from "../../functions/domain/screening/list-sources.ts";
import { importContext } from "../../functions/wiring/screening/import-lists.ts";
import { Trouble } from "../sandbox/trouble.ts";
import { actingAs, actingUsage } from "./acting.ts";
import { clientSettings, readWhere, stackOutput, type Where, whereOptions, whereUsage } from "./where.ts";

/** What `npm run lists -- --help` prints. */
const listsUsage = `npm run lists -- show
npm run lists -- import FILE   OFAC's SDN.XML or sdn_advanced.xml, or an address index made of it (JSON)
Adds a list that wallets are screened by, or replaces it; the next request is answered by the new one. A file that is
cut off, or has under half of the good list's addresses, is refused, and the good list stays.
  --list ID        which list it is (ofac_sdn)
${actingUsage}
${whereUsage}
Nothing said is the sandbox that runs here.`;

/** The sandbox's own list, in the official form. */
export const fixtureFile = resolve(import.meta.dirname, "../sandbox/sdn-fixture.xml");

const text = { type: "string" } as const;
const options = { ...whereOptions, list: text, operator: text, help: { type: "boolean" } } as const;

/** Shows the lists of a deployment, or brings one there, as the command line says. */
export async function runLists(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const { help, list = "ofac_sdn", operator, ...answer } = values;
  if (help) return listsUsage;
  const [command, file, more] = positionals;
  const isLocal = answer.stage === undefined && answer.endpoint === undefined;
  const where = readWhere(isLocal ? { ...answer, local: true } : answer);
  if (command === "show" && file === undefined) return show(await listsContext(where));
  if (command !== "import" || file === undefined || more !== undefined)
    throw new Trouble("Say show, or import and one file. Try npm run lists -- --help.");
  const id = listIds.find((known) => known === list);
  if (id === undefined) throw new Trouble(`There is no list ${list}; there are ${listIds.join(", ")}.`);
  return told(await importList(where, { list: id, file, actor: actingAs(operator) }));
}

/** Makes a file the list that a deployment screens by; `actor` is who the audit trail names, the service itself where nobody is said. What is no such list is trouble of one sentence. */
export async function importList(
  where: Where,
  { list, file, actor }: { list: ListId; file: string; actor?: string },
): Promise<LoadedList> {
  if (!existsSync(file)) throw new Trouble(`There is no file ${file}.`);
  const context = { ...(await listsContext(where)), ...(actor !== undefined && { actor }) };
  try {
    const source = `${basename(file)}, by hand`;
    return await loadList(context, { list, bytes: createReadStream(file), source, byHand: true });
  } catch (error) {
    if (error instanceof ListUnreadable || error instanceof ListImplausible)
      throw new Trouble(`${file} is refused: ${error.message}. Nothing is changed.`);
    throw error;
  }
}

/** What lists are loaded with, on a deployment. */
export async function listsContext(where: Where): Promise<LoadContext> {
  const [table = "", bucket = ""] = await Promise.all(
    ["BookTable", "ListsBucket"].map((name) => stackOutput(where, name, "screening")),
  );
  return importContext({ settings: clientSettings(where), table, bucket });
}

async function show(context: LoadContext): Promise<string> {
  const { lists } = await readCatalogue(context);
  const lines = lists.map((head) => {
    const age = isStale(head, context.clock.now()) ? "; TOO OLD, nobody is screened" : "";
    return `${head.list} of ${head.publishedAt}: ${head.records} addresses, last loaded ${head.loadedAt}${age}`;
  });
  return lines.length === 0 ? "There is no list: nobody is screened." : lines.join("\n");
}

function told({ head, before, changed, added, removed }: LoadedList): string {
  if (!changed) return `${head.list} is this very file already: ${head.records} addresses.`;
  const older = before !== null && head.publishedAt < before.publishedAt;
  return [
    `${head.list} of ${head.publishedAt}: ${head.records} addresses, ${added} added, ${removed} removed.`,
    ...(older ? [`It is older than the list before it, which was of ${before.publishedAt}.`] : []),
  ].join("\n");
}
