import { Refusal } from "../../../domain/core/refusal.ts";
import type { Answer } from "../../../http/operation-types.ts";
import { style, styleName } from "./style.ts";

const year = "public, max-age=31536000, immutable";

/** The stylesheet, for as long as it is the same. */
export async function showStyle({ params }: { params: { name: string } }): Promise<Answer<string>> {
  if (params.name !== styleName) throw new Refusal("not_found", "there is no such stylesheet");
  return { body: style, headers: { "cache-control": year } };
}
