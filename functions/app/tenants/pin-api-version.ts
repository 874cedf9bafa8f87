import { type ApiVersions, apiVersions, servedVersion } from "../../domain/core/api-version.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { changeRecord } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { listAggregates } from "../core/list-page.ts";
import { getRecord } from "../core/read-records.ts";
import { apiKeyList, apiKeyRecordType } from "./records.ts";
import { getTenant } from "./tenants.ts";

/** Keys that are looked at with one read. */
const pageKeys = 100;

/** Moves the version that a tenant's account is pinned to, and the copy of it that each of its keys has. Refuses a version that is not in the table; the same again moves what a broken call left. */
export async function pinApiVersion(
  context: Context,
  tenantId: string,
  date: string,
  versions: ApiVersions = apiVersions,
): Promise<Tenant> {
  if (servedVersion(versions, date) === undefined) throw noSuchVersion(versions);
  const { state } = await changeRecord(
    context,
    () => getTenant(context, tenantId),
    (current) => {
      if (current.apiVersion === date) return [];
      const next = { ...current, apiVersion: date, updatedAt: context.clock.now() };
      const reason = `served in version ${date}, after ${current.apiVersion ?? "none"}`;
      return [{ next, from: current.status, to: current.status, reason }];
    },
  );
  let cursor: string | undefined;
  do {
    const page = await listAggregates(context, apiKeyRecordType, apiKeyList(tenantId), { limit: pageKeys, cursor });
    for (const key of page.data)
      if (key.revokedAt === null && key.apiVersion !== date) await pinKey(context, key.id, date);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return state;
}

async function pinKey(context: Context, id: string, date: string): Promise<void> {
  await changeRecord(
    context,
    () => getRecord(context, apiKeyRecordType, id, "key"),
    (key) => {
      if (key.revokedAt !== null || key.apiVersion === date) return [];
      const reason = `served in version ${date}, as its account`;
      return [{ next: { ...key, apiVersion: date }, from: "active", to: "active", reason }];
    },
  );
}

function noSuchVersion(versions: ApiVersions): Refusal {
  const dates = versions.map(({ date }) => date).join(", ");
  return new Refusal("unknown_api_version", `apiVersion names no version; there is ${dates}`, {
    fields: [{ path: "apiVersion", code: "not_allowed", message: `must be one of ${dates}` }],
  });
}
