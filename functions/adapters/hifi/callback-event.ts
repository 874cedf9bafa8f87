import { Refusal } from "../../domain/core/refusal.ts";
import { readHifiCallback } from "./conversion-hifi.ts";

/** Which conversion HIFI's callback is about; null where it is about none. Refuses what is no event. */
export function hifiConversionRef(body: unknown): string | null {
  const read = readHifiCallback(body);
  if (!read) throw new Refusal("validation_error", "this is no event that we can read");
  return read.conversionRef;
}
