import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { cursorPlace } from "../../../functions/http/schemas.ts";
import { operationsById } from "../../support/docs/examples/rehearsal.ts";
import { ListReader, listOf, type ReadPage } from "../../support/docs/list-reader.ts";

const reader = new ListReader({ HOLD: "true", LISTS_BUCKET: "lists" });

/** Every list of the four documents. */
const lists = [...operationsById]
  .filter(([, op]) => op.method === "GET" && cursorPlace(op) === "query")
  .map(([id]) => id);

/** Lists of several partitions with so few records here that a page looks into another one. */
const sparse: Readonly<Record<string, string>> = {
  listReserves: "reserves lie in the months of their release",
  listAllReserves: "reserves lie in the months of their release",
  listReview: "one reason comes after the other",
};

const mostPages = 5;
const pages = new Map<string, readonly ReadPage[]>();

async function walked(id: string): Promise<ReadPage[]> {
  const found: ReadPage[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await reader.pageWarm(id, { cursor: cursor ?? undefined });
    found.push(page);
    cursor = page.nextCursor;
  } while (cursor && found.length < mostPages);
  return found;
}

function pagesOf(id: string): readonly ReadPage[] {
  return pages.get(id) ?? [];
}

/** The cursor that the first page of a list gives out. */
function cursorOf(id: string): string {
  const cursor = pagesOf(id)[0]?.nextCursor;
  if (typeof cursor !== "string") throw new Error(`${id} has one page alone`);
  return cursor;
}

/** Every text of a record, at every depth, that is long enough not to come about by chance. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value.length >= 6 ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

async function codeOf(id: string, cursor: string, bearer?: string) {
  const { status, code } = await reader.page(id, { cursor, bearer });
  return [status, code];
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await reader.play();
  for (const id of lists) pages.set(id, await walked(id));
});

afterAll(() => {
  reader.stop();
  vi.useRealTimers();
});

test("there are lists in all four documents", () => {
  const kinds = new Set(lists.map((id) => `${listOf(id).caller} ${listOf(id).path.split("/")[1]}`));
  expect(lists.length).toBeGreaterThan(35);
  expect([...kinds].sort()).toEqual(["operator admin", "tenant api"]);
});

describe.each(lists)("%s", (id) => {
  test("has pages of one record each", () => {
    const found = pagesOf(id);
    expect(found.length, "needs two records in a scene").toBeGreaterThan(1);
    for (const page of found) expect(page).toMatchObject({ status: 200, data: [expect.anything()] });
    const shown = found.map(({ data }) => JSON.stringify(data));
    expect(new Set(shown).size).toBe(shown.length);
  });

  test("gives out cursors that tell nothing", () => {
    const texts = [...new Set(pagesOf(id).flatMap(({ data }) => textsIn(data)))];
    texts.push(reader.owner.id, reader.owner.id.slice(4), listOf(id).path, id);
    for (const { nextCursor } of pagesOf(id).filter((page) => typeof page.nextCursor === "string")) {
      expect(nextCursor).toMatch(/^[\w-]{60,}$/);
      const decoded = Buffer.from(`${nextCursor}`, "base64url").toString("latin1");
      for (const readable of [`${nextCursor}`, decoded]) {
        expect(readable).not.toMatch(/[a-z]{3}_[0-9A-Z]{26}|20\d\d-\d\d/);
        expect(texts.filter((text) => readable.includes(text))).toEqual([]);
      }
    }
  });

  test("takes no cursor that was changed, of another list or of somebody else", async () => {
    const cursor = cursorOf(id);
    const bytes = Buffer.from(cursor, "base64url");
    for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await codeOf(id, changed.toString("base64url"))).toEqual([400, "invalid_cursor"]);
    }
    for (const step of [1, 7]) {
      const other = lists[(lists.indexOf(id) + step) % lists.length] ?? "";
      expect(await codeOf(other, cursor), other).toEqual([400, "invalid_cursor"]);
    }
    const stranger = reader.strangerTo(listOf(id));
    if (stranger !== undefined) expect(await codeOf(id, cursor, stranger)).toEqual([400, "invalid_cursor"]);
  });
});

test.each(lists.filter((id) => !(id in sparse)))("%s costs the same on a later page as on the first", (id) => {
  const [first, ...later] = pagesOf(id);
  // The last of more pages looks for another in vain.
  const compared = later.filter(({ nextCursor }) => later.length === 1 || nextCursor !== null);
  expect(compared.length).toBeGreaterThan(0);
  expect(compared.map(({ calls }) => calls)).toEqual(compared.map(() => first?.calls));
});
