import { flatPng } from "../../adapters/pdf/png-flat.ts";
import type { BrandDesk } from "../../app/tenants/brand-changes.ts";
import { deskOf } from "../core/context.ts";
import { settings } from "../core/env.ts";

const stage = { hosts: settings.BRAND_DOMAINS, local: settings.LOCAL };

/** What a call that changes a brand works with. */
export function brandDesk(call: Parameters<typeof deskOf>[0]): BrandDesk {
  return { ...deskOf(call), stage, readsPng: (bytes) => flatPng(bytes) !== undefined };
}
