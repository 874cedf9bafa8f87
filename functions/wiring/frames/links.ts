import type { Frame } from "../../http/route.ts";
import type { LinkSettings } from "../../http/whole-links.ts";
import { linkKeys } from "../core/links.ts";

/** A handler frame for operations that answer with links. */
export function withLinks<F extends Frame>(frame: F): F & LinkSettings {
  return { ...frame, linkKeys };
}
