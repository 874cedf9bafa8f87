import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { operationsById, Rehearsal } from "../../support/docs/examples/rehearsal.ts";
import { scenes } from "../../support/docs/examples/scenes.ts";
import { shownReply } from "../../support/docs/examples/shown-reply.ts";

type Replies = Record<string, Record<string, unknown>>;

const folder = join(import.meta.dirname, "../../../docs/examples");
const rehearsal = new Rehearsal({ HOLD: "true", LISTS_BUCKET: "lists" });
const failures: string[] = [];

/** The good replies that an operation's document promises: its status, and its type where that is not JSON. */
const promised = [...operationsById].flatMap(([id, op]) =>
  [op.reply, ...(op.otherReplies ?? [])]
    .filter(({ status }) => status < 300)
    .map(({ status, contentType, schema }) => {
      const [type] = contentType?.split(";") ?? [];
      return { id, key: type === undefined ? `${status}` : `${status} ${type}`, schema };
    }),
);

function recorded(): Replies {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8"))));
}

/** Writes what was answered, a file for each tag of the documents. */
function write(): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  for (const [tag, its] of Map.groupBy(operationsById, ([, op]) => op.tag)) {
    const replies = its.flatMap(([id]) => (rehearsal.replies.has(id) ? [[id, rehearsal.replies.get(id)]] : []));
    const name = `${tag.toLowerCase().replaceAll(" ", "-")}.json`;
    writeFileSync(join(folder, name), `${JSON.stringify(Object.fromEntries(replies), null, 2)}\n`);
  }
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  rehearsal.at(0);
  await rehearsal.start();
  for (const [at, [name, scene]] of scenes.entries()) {
    rehearsal.at(at + 1);
    await scene(rehearsal).catch((error) => failures.push(`${name}: ${error}`));
  }
  if (process.env.SLUICE_EXAMPLES === "write") write();
});

afterAll(() => {
  rehearsal.stop();
  vi.useRealTimers();
});

test("every scene plays through", () => {
  expect(failures).toEqual([]);
});

describe("the example of a reply", () => {
  test.each(promised.map((each) => [each.id, each.key, each] as const))(
    "%s %s is what is answered",
    (id, key, each) => {
      const answered = rehearsal.replies.get(id)?.[key];
      expect(answered, "needs a scene in test/support/docs/examples").toBeDefined();
      expect(each.schema.safeParse(answered).error).toBeUndefined();
      expect(recorded()[id]?.[key], "npm run openapi -- --examples writes it anew").toEqual(answered);
    },
  );
});

test("nothing is kept that is not answered, and no secret that could be one", () => {
  expect(Object.keys(recorded()).filter((id) => !operationsById.has(id))).toEqual([]);
  const text = JSON.stringify(recorded());
  expect(text.match(/(?:slc_(?:test|live)_|whsec_)(?!EXAMPL)\w+/g)).toBeNull();
});

test("a hash that has as many digits in a row as an id has letters is no id", () => {
  const hash = (digits: string) => `${"a".repeat(38)}${digits}`;
  expect(shownReply({ hash: hash("01234567890123456789012345") })).toEqual(
    shownReply({ hash: hash("abcdefabcdefabcdefabcdefab") }),
  );
});
