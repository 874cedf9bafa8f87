import { S3ListStore } from "../../adapters/aws/s3-list-store.ts";
import { listFetcher } from "../../adapters/lists/fetch.ts";
import { parserOf } from "../../adapters/lists/parsers.ts";
import type { FetchContext } from "../../app/screening/load-list.ts";
import { contextFor } from "../core/context.ts";
import { requiredSetting } from "../core/env.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { s3 } from "./lists.ts";

const listStore = new S3ListStore(s3, requiredSetting("LISTS_BUCKET"));
const fetch = listFetcher();

export function fetchContext(requestId: string): FetchContext {
  return { ...contextFor("system:lists", requestId), ...{ listStore, fetch, parserOf, log, meter } };
}
