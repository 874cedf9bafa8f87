import { moves } from "../core/overview-counts.ts";

/** A tenant is one. */
export const tenantShows = moves<unknown>(() => ({ tenants: 1 }));
