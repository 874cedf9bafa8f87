import type { Instant } from "./time.ts";

/** When a record is looked at again, and whether somebody outside is asked then. */
export interface NextLook {
  readonly at: Instant;
  readonly asks: boolean;
}

type Moments = readonly (Instant | null | undefined)[];

/** The first of the moments at which something is due: by ourselves, or of somebody outside. Undefined where there is none. */
export function nextLook({ own, outside }: { readonly own: Moments; readonly outside: Moments }): NextLook | undefined {
  const looks = [
    ...own.flatMap((at) => (at ? [{ at, asks: false }] : [])),
    ...outside.flatMap((at) => (at ? [{ at, asks: true }] : [])),
  ];
  return looks.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))[0];
}
