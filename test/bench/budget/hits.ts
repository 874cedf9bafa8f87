import type { Operation } from "../../../functions/http/operation.ts";
import { goodBody, goodRequest, type PlainRequest, pathOf, unknownParams } from "../../support/routes/bad-input.ts";
import { wholeSchemaOf } from "../../support/routes/json-schema.ts";
import { patternMisses, textPlaces, valueAt, withText } from "./places.ts";

/** A request that is to cost as much as a stranger can make it cost. */
export interface Hit {
  readonly name: string;
  readonly request: PlainRequest;
}

/** Bytes that a body may have. */
export const bodyBytes = 256 * 1024;

/** Bytes that a gateway takes of a request's line, and of each of its headers. */
const lineBytes = 8 * 1024;

/** What texts are made of, each repeated up to the limit; an ending makes a pattern fail at the last character. */
const runs: Readonly<Record<string, readonly [unit: string, ending?: string]>> = {
  "spaces between digits": [" ", "1"],
  "line breaks between letters": [" \n", "x"],
  pluses: ["+"],
  digits: ["7", "x"],
  "digits and commas": ["1,", "x"],
  zeros: ["0", "x"],
  "letters before a control": ["a", "\u0001"],
  "labels of a host": ["a.", "!"],
  "labels of 63 letters": [`${"a".repeat(62)}-.`, "!"],
  "names of a mailbox": ["a@", "!"],
  slashes: ["/", "\u0001"],
  hyphens: ["-", "x"],
  "combining marks": ["e\u0301\u0316\u0301"],
  "marks out of order": ["\u0301\u0316\u0345"],
  "ligatures that grow when they are normalized": ["\ufdfa"],
  joiners: ["\u0d15\u0d4d\u200d"],
  families: ["\u{1f468}\u200d"],
  "right to left": ["\u202e\u05d0"],
  markup: ["<a b='", ">"],
  escapes: ['\\"', "x"],
  "half characters": ["\ud800"],
};

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** A text of a unit up to so many bytes, as `size` counts them. */
function repeated(
  [unit, ending = ""]: readonly [string, string?],
  bytes: number,
  size: (text: string) => number,
): string {
  return `1${unit.repeat(Math.floor((bytes - size(`1${ending}`)) / size(unit)))}${ending}`;
}

/** What a pattern says yes to until the last character: the value that the documents show, again and again, and its own characters without end. */
function nearMisses(value: unknown, bytes: number, size: (text: string) => number): [name: string, text: string][] {
  if (typeof value !== "string" || value === "") return [];
  const end = value.slice(-1);
  const most = (unit: string) => unit.repeat(Math.floor((bytes - size(value) - 10) / size(unit)));
  return [
    ["a good value many times", `${most(value)}\u0001`],
    ["a good value, and its last character many times", `${value}${most(end)}\u0001`],
    ["a good value's first character many times", `${most(value[0] ?? "a")}${value}!`],
  ];
}

/** Bodies of many parts, which no route takes. */
function multipartHits(op: Operation): Hit[] {
  const request = goodRequest(op);
  const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`;
  const parts = Array.from({ length: bodyBytes / 64 }, (_, nth) => part(`f${nth}`)).join("");
  const bodies = { "many parts": parts, "one part without end": `${part("a")}${"-".repeat(bodyBytes)}` };
  const boundaries = { "a boundary": "x", "a boundary without end": "-".repeat(lineBytes - 100) };
  return Object.entries(bodies).flatMap(([name, body]) =>
    Object.entries(boundaries).map(([told, boundary]) => ({
      name: `multipart, ${name}, ${told}`,
      request: {
        ...request,
        headers: { ...request.headers, "content-type": `multipart/form-data; boundary=${boundary}` },
        body: body.slice(0, bodyBytes),
      },
    })),
  );
}

/** Whole bodies that are hard on whoever reads JSON, whatever the operation. */
function wholeBodies(): readonly (readonly [string, string])[] {
  const times = (unit: string) => unit.repeat(Math.floor(bodyBytes / unit.length));
  const many = Math.floor(bodyBytes / 10);
  const depth = bodyBytes / 2 - 1;
  return [
    ["lists in lists", `${"[".repeat(depth)}${"]".repeat(depth)}`],
    ["objects in objects", `${'{"a":'.repeat(Math.floor(bodyBytes / 7))}1${"}".repeat(Math.floor(bodyBytes / 7))}`],
    ["many names", `{${Array.from({ length: many }, (_, nth) => `"${nth.toString(36)}":0`).join()}}`],
    ["one name many times", `{${Array.from({ length: many }, () => '"a":0').join()}}`],
    ["names like numbers", `{${Array.from({ length: many }, (_, nth) => `"${many - nth}":0`).join()}}`],
    ["a number of many digits", `{"amountCents":${"9".repeat(bodyBytes - 20)}}`],
    ["escaped names", `{${Array.from({ length: many / 3 }, (_, nth) => `"\\u00${(nth % 90) + 10}${nth}":0`).join()}}`],
    ["an open text", `"${times("a")}`.slice(0, bodyBytes)],
    ["white space", `${times(" ")}`],
    ["no JSON", times("+")],
  ];
}

/** A list of as many empty items as a body has room for, at each place where the body has a list. */
function longLists(op: Operation): [string, string][] {
  const { properties = {} } = wholeSchemaOf(op.body);
  const good = (goodBody(op) ?? {}) as object;
  const lists = Object.entries(properties).filter(([, schema]) => schema.type === "array");
  return lists.map(([name]) => {
    const items = Array.from({ length: Math.floor((bodyBytes - 5_000) / 3) }, () => ({}));
    return [`${name}: many items`, JSON.stringify({ ...good, [name]: items })];
  });
}

function jsonHits(op: Operation): Hit[] {
  const request = goodRequest(op);
  const json = { "content-type": "application/json" };
  const withBody = (name: string, body: string): Hit => ({
    name,
    request: { ...request, headers: { ...request.headers, ...json }, body: body.slice(0, bodyBytes) },
  });
  const good = goodBody(op);
  const places = op.body ? textPlaces(wholeSchemaOf(op.body)) : [];
  const room = bodyBytes - Buffer.byteLength(JSON.stringify(good ?? {})) - 200;
  const texts = places.flatMap(({ at, schema }) => [
    ...Object.entries(runs).map(([name, run]) => [at, name, repeated(run, room, jsonBytes)] as const),
    ...nearMisses(valueAt(good, at), room, jsonBytes).map(([name, text]) => [at, name, text] as const),
    ...patternMisses(schema, room, jsonBytes).map(([name, text]) => [at, name, text] as const),
  ]);
  const bodies = texts.map(([at, name, text]) =>
    withBody(`${at.join(".")}: ${name}`, JSON.stringify(withText(good, at, text))),
  );
  return [...bodies, ...[...wholeBodies(), ...longLists(op)].map(([name, body]) => withBody(name, body))];
}

/** What a browser's form has room for, in each of its fields and as a whole. */
function formHits(op: Operation, fields: readonly string[]): Hit[] {
  const request = goodRequest(op);
  const type = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const withBody = (name: string, body: string): Hit => ({
    name,
    request: { ...request, headers: { ...request.headers, ...type }, body: body.slice(0, bodyBytes) },
  });
  const encoded = (text: string) => Buffer.byteLength(String(new URLSearchParams([["", text]]))) - 1;
  const room = bodyBytes - 1_000;
  const { properties = {} } = wholeSchemaOf(op.body);
  const texts = fields.flatMap((field) => [
    ...Object.entries(runs).map(([name, run]) => [field, name, repeated(run, room, encoded)] as const),
    ...patternMisses(properties[field] ?? {}, room, encoded).map(([name, text]) => [field, name, text] as const),
  ]);
  const bodies = texts.map(([field, name, text]) => {
    const body = new URLSearchParams(Object.fromEntries(fields.map((each) => [each, "1"])));
    body.set(field, text);
    return withBody(`${field}: ${name}`, String(body));
  });
  const whole = ["&", "=", "a=&", "%", "%2", "a&", "+", "a=1&b=2&"].map((unit) =>
    withBody(`${unit} many times`, unit.repeat(Math.floor(bodyBytes / unit.length))),
  );
  const many = Array.from({ length: bodyBytes / 8 }, (_, nth) => `f${nth.toString(36)}=1`).join("&");
  return [...bodies, ...whole, withBody("many fields", many)];
}

const headers = [
  ...["authorization", "cookie", "accept", "accept-language", "content-type", "content-encoding", "idempotency-key"],
  ...["if-none-match", "origin", "referer", "user-agent", "sluice-version", "x-forwarded-for", "x-request-id"],
];

/** A header that was sent many times, as it comes to a Lambda: joined by commas. */
function repeatedHeader(name: string): string {
  const value = name === "cookie" ? "a=1; " : name === "accept" ? "text/html;q=0.1, " : "a, ";
  return value.repeat(Math.floor(lineBytes / value.length));
}

/** What fits into a request's line and headers. */
function lineHits(op: Operation): Hit[] {
  const request = goodRequest(op);
  const { properties: queried = {} } = wholeSchemaOf(op.query);
  const asked = Object.keys(queried);
  const size = (text: string) => Buffer.byteLength(encodeURIComponent(text.toWellFormed()));
  const texts = Object.entries(runs).map(
    ([name, run]) => [name, repeated(run, lineBytes, size).toWellFormed()] as const,
  );
  const query = (name: string, search: string): Hit => ({
    name: `query ${name}`,
    request: { ...request, path: `${request.path}?${search}` },
  });
  const { properties: named = {} } = wholeSchemaOf(op.params);
  const params = Object.keys(named);
  const goodParams = unknownParams(op);
  return [
    ...texts.flatMap(([name, text]) => [
      ...[...asked, "nosuch"].map((each) => query(`${each}: ${name}`, `${each}=${encodeURIComponent(text)}`)),
      ...params.map((each) => ({
        name: `path ${each}: ${name}`,
        request: {
          ...request,
          path: pathOf(op, { ...Object.fromEntries(params.map((other) => [other, "x"])), [each]: text }),
        },
      })),
      ...headers.map((each) => ({
        name: `header ${each}: ${name}`,
        request: { ...request, headers: { ...request.headers, [each]: text } },
      })),
    ]),
    query("many names", Array.from({ length: lineBytes / 6 }, (_, nth) => `${nth.toString(36)}=`).join("&")),
    query("one name many times", "a=1&".repeat(lineBytes / 4)),
    ...asked.map((each) => query(`${each} many times`, `${each}=1&`.repeat(Math.floor(lineBytes / (each.length + 3))))),
    ...headers.map((each) => ({
      name: `header ${each} many times`,
      request: { ...request, headers: { ...request.headers, [each]: repeatedHeader(each) } },
    })),
    ...Object.entries(queried).flatMap(([each, schema]) =>
      patternMisses(schema, lineBytes, size).map(([name, text]) =>
        query(`${each}: ${name}`, `${each}=${encodeURIComponent(text)}`),
      ),
    ),
    ...Object.entries(named).flatMap(([each, schema]) =>
      [...nearMisses(goodParams[each], lineBytes, size), ...patternMisses(schema, lineBytes, size)].map(
        ([name, text]) => ({
          name: `path ${each}: ${name}`,
          request: { ...request, path: pathOf(op, { ...goodParams, [each]: text }) },
        }),
      ),
    ),
  ];
}

/** The most costly requests of an operation that its contract lets one think of; `shown` are the fields of a form's page. */
export function hitsOf(op: Operation, shown: readonly string[]): Hit[] {
  if (op.method === "GET") return lineHits(op);
  const fields = [...new Set([...shown, ...Object.keys(wholeSchemaOf(op.body).properties ?? {})])];
  const isForm = op.reply.contentType?.startsWith("text/html") === true;
  return [...(isForm ? formHits(op, fields) : jsonHits(op)), ...multipartHits(op), ...lineHits(op)];
}
