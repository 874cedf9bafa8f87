import { flatPng } from "../../adapters/pdf/png-flat.ts";
import type { BrandContext } from "../../app/tenants/brand-changes.ts";
import { contextOf } from "../core/context.ts";
import { settings } from "../core/env.ts";

const stage = { hosts: settings.BRAND_DOMAINS, local: settings.LOCAL };

export function brandContext(call: Parameters<typeof contextOf>[0]): BrandContext {
  return { ...contextOf(call), stage, readsPng: (bytes) => flatPng(bytes) !== undefined };
}
