import { deflateRawSync, inflateRawSync } from "node:zlib";
import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { type ScreenView, screenView } from "../../domain/screening/screen-view.ts";
import type { KeyedRequest } from "../core/idempotency-claim.ts";
import { keepAnswer, keptAnswer } from "../core/idempotent-response.ts";
import type { Row, Write } from "../core/ports.ts";

/** What a batch's key has kept: the answers that were counted, by their place. */
export type KeptScreens = ReadonlyMap<number, ScreenView>;

/** The same as it is stored: much the same a hundred times over, so that it is compressed, and one row holds it. */
const packed = z.object({ deflated: z.base64() });
const places = z.array(z.tuple([z.int(), screenView]));

/** What a key has kept of a batch, nothing where none came; the no to another body under it. */
export function keptScreens(row: Row | undefined, request: KeyedRequest, now: Instant): KeptScreens | Refusal {
  const stored = keptAnswer(row, request, now);
  if (stored === undefined) return new Map();
  if (stored instanceof Refusal) return stored;
  const { deflated } = packed.parse(stored.answer);
  const text = inflateRawSync(Buffer.from(deflated, "base64")).toString();
  return new Map(places.parse(JSON.parse(text)));
}

/** Keeps more answers of a batch under its key, beside those that `row` has. */
export function keepScreens(request: KeyedRequest, stored: KeptScreens, now: Instant, row: Row | undefined): Write {
  const deflated = deflateRawSync(JSON.stringify([...stored])).toString("base64");
  return keepAnswer(request, { deflated } satisfies z.infer<typeof packed>, now, row);
}
