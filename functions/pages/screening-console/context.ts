import type { KeyEnvironment } from "../../app/core/api-key.ts";
import type { Context } from "../../app/core/context.ts";
import type { Store } from "../../app/core/ports.ts";
import type { ListMemory } from "../../app/screening/list-memory.ts";
import { contextOf, store } from "../../wiring/core/context.ts";
import { live } from "../../wiring/core/env.ts";
import { listMemory, listReader } from "../../wiring/screening/lists.ts";
import { requiredLists } from "../../wiring/screening/required-lists.ts";
import { listPages } from "../console/kit/list.ts";

export interface ScreeningContext extends Context {
  readonly listStore: typeof listReader;
  readonly lists: ListMemory;
  /** Where the alerts of monitors are: the same book. */
  readonly deliveries: Store;
  readonly requiredLists: readonly string[];
  /** Of the keys that are minted here. */
  readonly environment: KeyEnvironment;
}

export function screeningContext(call: Parameters<typeof contextOf>[0]): ScreeningContext {
  const lists = { deliveries: store, listStore: listReader, lists: listMemory, requiredLists };
  return { ...contextOf(call), ...lists, environment: live ? "live" : "test" };
}

export const screeningList = listPages<ScreeningContext>();
