import { moves } from "../core/overview-counts.ts";

export const tenantCounts = moves<unknown>(() => ({ tenants: 1 }));
