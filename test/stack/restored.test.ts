import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { type RestoredTables, readRestoredTables } from "../../lib/storage/restored.ts";
import { recordTable } from "../../lib/storage/store-table.ts";
import { sluice } from "../support/journeys/command.ts";
import { scratchFolder } from "../support/runner/scratch.ts";
import { stageWith } from "./synth.ts";

const streamArn = "arn:aws:dynamodb:eu-west-1:111122223333:table/sluice-prod-book-1/stream/2026-11-22T10:00:00.000";
const restored: RestoredTables = { book: { name: "sluice-prod-book-1", streamArn } };

/** A stack with the book's table alone, on a stage with these restored tables. */
function storeWith(tables: RestoredTables) {
  const stack = new Stack(new App());
  const stage = { ...stageWith({ stage: "sandbox" }), restored: tables };
  return { table: recordTable([stack, "Records"], stage, "book"), stack };
}

describe("a stage whose book was restored", () => {
  it("uses that table, its stream and its indexes, and makes none", () => {
    const { table, stack } = storeWith(restored);
    Template.fromStack(stack).resourceCountIs("AWS::DynamoDB::GlobalTable", 0);
    expect(table.tableName).toBe("sluice-prod-book-1");
    expect(table.tableStreamArn).toBe(streamArn);
    expect(stack.resolve(table.tableArn)).toMatchObject({
      "Fn::Join": ["", expect.arrayContaining([":table/sluice-prod-book-1"])],
    });
  });

  it("makes its tables itself where none of them was restored", () => {
    for (const tables of [{}, { deliveries: { name: "sluice-prod-deliveries-1" } }])
      Template.fromStack(storeWith(tables).stack).resourceCountIs("AWS::DynamoDB::GlobalTable", 1);
  });
});

describe("the file of a stage's restored tables", () => {
  const file = join(scratchFolder("restored"), "prod.restored.json");

  it("says nothing where there is none, and what it says where there is one", () => {
    expect(readRestoredTables(file)).toEqual({});
    writeFileSync(file, JSON.stringify(restored));
    expect(readRestoredTables(file)).toEqual(restored);
  });

  it.each([
    ["{", "is not JSON"],
    ['{"book": {"name": "sluice-prod-book-1"}}', "book.streamArn: "],
    ['{"book": {"name": "a b", "streamArn": "x"}}', "book.name: is no table's name"],
    ['{"books": {}}', "books"],
  ])("is refused as %s with a sentence", (text, sentence) => {
    writeFileSync(file, text);
    expect(() => readRestoredTables(file)).toThrow(sentence);
    expect(() => readRestoredTables(file)).toThrow("npm run restore writes it.");
  });
});

describe("npm run restore", () => {
  it.each([
    [[], "Which table? Say --table book, or --table deliveries, or --table screening."],
    [["--table", "books", "--to", "latest"], "Which table?"],
    [["--table", "book"], "Say --to with a time or latest, or --adopt with a table that is restored already."],
    [["--table", "book", "--to", "latest", "--adopt", "x"], "Say --to with a time or latest"],
    [["--table", "book", "--to", "yesterday"], "--to yesterday is neither latest nor a time in UTC like"],
    [["--table", "book", "--to", "2026-13-22T10:00:00Z"], "--to 2026-13-22T10:00:00Z is neither latest"],
    [["--table", "book", "--to", "2999-01-01T00:00:00Z"], "--to 2999-01-01T00:00:00Z is in the future."],
    [["--table", "book", "--to", "latest", "--endpoint", "ftp://x"], "--endpoint ftp://x is not an http address."],
  ])("refuses %j with what to say", async (args, sentence) => {
    expect(await sluice("restore", ...args)).toMatchObject({ ...{ code: 1, text: expect.stringContaining(sentence) } });
  });
});
