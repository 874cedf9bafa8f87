import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { dictionaries, newestDictionaries } from "./body-dictionaries.ts";

/** Bodies of fewer characters stay text: deflated they would seldom take a unit less. */
const fewestDeflated = 400;

/** A body as the table has it; a stream's record has its bytes as base64. */
export const storedBody = z.union([
  z.object({ S: z.string() }),
  z.object({ B: z.union([z.instanceof(Uint8Array), z.base64().transform((text) => Buffer.from(text, "base64"))]) }),
]);

/** A body's JSON as it is stored: long ones are deflated with the dictionary of their kind of row, behind a byte that says which edition of the dictionaries that is. */
export function storedText(type: string, text: string): AttributeValue {
  if (text.length < fewestDeflated) return { S: text };
  const deflated = deflateRawSync(text, dictionaryOf(newestDictionaries, type));
  return { B: Buffer.concat([Buffer.of(newestDictionaries), deflated]) };
}

/** The JSON that a stored body is, to the byte. Refuses one of an edition of the dictionaries that this release does not have. */
export function textOf(type: string, stored: z.infer<typeof storedBody>): string {
  if ("S" in stored) return stored.S;
  const [edition = 0] = stored.B;
  return inflateRawSync(stored.B.subarray(1), dictionaryOf(edition, type)).toString("utf8");
}

function dictionaryOf(edition: number, type: string): { dictionary?: Buffer } {
  const texts = dictionaries[edition];
  if (!texts) throw new Error(`a row's body has edition ${edition} of the dictionaries, which this release lacks`);
  const text = texts[type];
  return text === undefined ? {} : { dictionary: Buffer.from(text) };
}
