import { moves } from "../core/overview-counts.ts";

export const tenantShows = moves<unknown>(() => ({ tenants: 1 }));
