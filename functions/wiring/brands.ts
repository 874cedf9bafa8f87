import { flatPng } from "../adapters/png-flat.ts";
import type { BrandDesk } from "../app/brand-changes.ts";
import { deskOf } from "./base.ts";
import { settings } from "./env.ts";

const stage = { hosts: settings.BRAND_DOMAINS, local: settings.LOCAL };

/** What a call that changes a brand works with. */
export function brandDesk(call: Parameters<typeof deskOf>[0]): BrandDesk {
  return { ...deskOf(call), stage, readsPng: (bytes) => flatPng(bytes) !== undefined };
}
