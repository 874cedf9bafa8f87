import { randomBytes } from "node:crypto";
import type { StoredIndex } from "../../../functions/domain/screening/list-entry.ts";
import { buildIndex } from "../../../functions/domain/screening/list-index.ts";
import { writers } from "../../support/screening/addresses.ts";
import { hasRealList, realIndex } from "../../support/screening/real-list.ts";
import { listOf, partyOf } from "../../support/screening/screen-samples.ts";

/** Parties and addresses of a list that is made up, about as many as OFAC has. */
const madeParties = 60;
const eachOf = 16;

/** OFAC's list where it is beside the project, else one of random addresses. */
export function benchIndex(): Promise<StoredIndex> {
  return hasRealList ? realIndex() : Promise.resolve(madeIndex());
}

function madeIndex(): StoredIndex {
  const all = Object.values(writers).flat();
  const parts = Array.from({ length: madeParties }, (_, at) => {
    const write = all[at % all.length];
    const addresses = Array.from({ length: eachOf }, () => write?.(randomBytes) ?? "");
    return listOf(addresses, partyOf({ uid: `${at}`, name: `Party ${at}` }));
  });
  const parsed = {
    ...{ publishedAt: "2026-08-20", records: madeParties },
    parties: parts.flatMap(({ parties }) => parties),
    addresses: parts.flatMap(({ addresses }) => addresses),
  };
  return buildIndex(parsed, null, { list: "ofac_sdn", sha256: "0".repeat(64) }, "2026-08-20T00:00:00.000Z");
}
