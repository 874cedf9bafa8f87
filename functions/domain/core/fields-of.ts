import * as z from "zod";

/** Fields by the words of a list, each of which may be missing. A stored field that a newer release has a word for is left out, where a record over the words would refuse the whole row. */
export function fieldsOf<const K extends string, V extends z.ZodType>(words: readonly K[], value: V) {
  const fields = Object.fromEntries(words.map((word) => [word, value.exactOptional()]));
  return z.object(fields) as unknown as z.ZodType<Partial<Record<K, z.output<V>>>>;
}
