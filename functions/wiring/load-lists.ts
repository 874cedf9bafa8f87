import { listFetcher } from "../adapters/list-fetch.ts";
import { parserOf } from "../adapters/list-parsers.ts";
import { S3ListStore } from "../adapters/s3-list-store.ts";
import type { FetchDesk } from "../app/fetch-lists.ts";
import { deskFor } from "./base.ts";
import { given } from "./env.ts";
import { s3 } from "./lists.ts";
import { log } from "./log.ts";
import { meter } from "./meter.ts";

const store = new S3ListStore(s3, given("LISTS_BUCKET"));
const fetch = listFetcher();

/** What publishers' lists are fetched and loaded with. */
export function fetchDesk(requestId: string): FetchDesk {
  return { ...deskFor("system:lists", requestId), ...{ store, fetch, parserOf, log, meter } };
}
