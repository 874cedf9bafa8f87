import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { parserOf } from "../../../functions/adapters/lists/parsers.ts";
import { ListMemory } from "../../../functions/app/screening/list-memory.ts";
import { loadList } from "../../../functions/app/screening/load-list.ts";
import { screenBatch } from "../../../functions/app/screening/screen-batch.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import type { ScreenView } from "../../../functions/domain/screening/screen-view.ts";
import { requestOf } from "../../support/routes/keyed.ts";
import { writers } from "../../support/screening/addresses.ts";
import { bytesOf, MemoryLists } from "../../support/screening/memory-lists.ts";
import { seededBytes } from "../../support/screening/screen-samples.ts";
import { ScreeningApi } from "../../support/screening/screening-api.ts";
import { wholeEntries, wholeListName, wholeSdnFile } from "../../support/screening/whole-list.ts";

const script = resolve(import.meta.dirname, "../../bench/list-size.ts");

/** Too little for a quarter of the file: a reader that gathers it dies of it. */
const heapMb = 32;

const screening = new ScreeningApi();
const listStore = new MemoryLists();
const context: Parameters<typeof screenBatch>[0] = {
  ...screening.context(),
  isLate: () => false,
  lists: new ListMemory(listStore),
  requiredLists: ["ofac_sdn"],
  exposures: { providers: [], failed: () => undefined },
};
const entries = wholeEntries();
let accountId = "";

/** Screens values a hundred at a time, as a batch does. */
async function screened(values: readonly string[]): Promise<readonly ScreenView[]> {
  const screens: ScreenView[] = [];
  for (let start = 0; start < values.length; start += 100) {
    const part = values.slice(start, start + 100);
    const input = part.map((value) => ({ type: "wallet", value, chain: null }));
    const { result } = await screenBatch(context, requestOf(accountId), input);
    for (const each of result.results) {
      if (each instanceof Refusal) throw each;
      screens.push(each);
    }
  }
  return screens;
}

/** Letters in turn large and small. */
function mixed(text: string): string {
  return [...text].map((letter, at) => (at % 2 ? letter.toUpperCase() : letter.toLowerCase())).join("");
}

describe(`${wholeListName}, fetched in the form of its own export`, () => {
  beforeAll(async () => {
    accountId = await screening.account("unlimited");
    const file = wholeSdnFile();
    const { clock } = screening.api;
    const loaded = await loadList(
      { ...screening.api.context, clock, listStore, parserOf },
      { list: "ofac_sdn", bytes: bytesOf(file, 65_536), source: "https://publisher.example/SDN.XML" },
    );
    expect(loaded).toMatchObject({ changed: true, added: entries.size });
    console.info(`${entries.size} addresses in ${file.length} letters, as ${loaded.head.publishedAt}`);
  });

  test("blocks each of its addresses in every letter case, names who has it, and under which programs", async () => {
    const input = [...entries].flatMap(([address, parties]) => {
      const names = new Set(parties.map(({ entity }) => entity.replace(/\s+/g, " ").trim()));
      const programs = new Set(parties.flatMap(({ program }) => program.split(/,\s*/)));
      const values = new Set([address, address.toUpperCase(), mixed(address)]);
      return [...values].map((value) => ({ value, names: [...names], programs: [...programs] }));
    });
    const screens = await screened(input.map(({ value }) => value));
    for (const [at, { value, names, programs }] of input.entries()) {
      const verdict = screens[at];
      expect(verdict, value).toMatchObject({
        ...{ status: "complete", risk_score: 100, risk_level: "critical", action: "block" },
        listVersions: [{ list: "ofac_sdn", records: entries.size }],
      });
      expect(names, value).toContain(verdict?.entity_name);
      const response = verdict?.flags.events.map(({ entity }) => entity);
      expect(response?.toSorted(), value).toEqual(names.toSorted());
      expect(verdict?.programs.toSorted(), value).toEqual(programs.toSorted());
    }
    expect(await screening.used(accountId)).toBe(input.length);
    console.info(`${input.length} screens, all blocked`);
  });

  test("blocks nobody else, of any family", async () => {
    const families = Object.entries(writers).flatMap(([family, ways]) => {
      const random = seededBytes(`nobody ${family}`);
      return Array.from({ length: 12 }, (_, round) => ({ family, value: ways[round % ways.length]?.(random) ?? "" }));
    });
    const screens = await screened(families.map(({ value }) => value));
    for (const [at, { family, value }] of families.entries())
      expect(screens[at], value).toMatchObject({ ...{ action: "allow", chainFamily: family, flags: { events: [] } } });
  });
});

test("a list of 100 MB is read in the memory that a small one takes", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [`--max-old-space-size=${heapMb}`, script]);
  console.info(stdout.trim());
  const { bytes, addresses, expected } = JSON.parse(stdout);
  expect(bytes).toBeGreaterThan(100_000_000);
  expect(addresses).toBe(expected);
});
