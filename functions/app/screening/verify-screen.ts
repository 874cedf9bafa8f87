import { addressKeys } from "../../domain/addresses/address-keys.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { ListIndex } from "../../domain/screening/list-index.ts";
import type { Screen } from "../../domain/screening/screen.ts";
import { readSubject } from "../../domain/screening/screen-value.ts";
import { decide } from "../../domain/screening/verdict.ts";
import type { StoreContext } from "../core/context.ts";
import { findRecord } from "../core/read-records.ts";
import type { ListStore } from "./ports.ts";
import { screenRecordType } from "./screen-record.ts";

/** What a screen's question comes to when it is answered again. */
export interface ScreenVerification {
  readonly matches: boolean;
  readonly decisionHash: string;
  readonly recomputed: string;
}

export async function screenById(context: StoreContext, id: string): Promise<Screen> {
  const found = await findRecord(context, screenRecordType, id);
  if (!found) throw new Refusal("screening_not_found", "no such screen");
  return found.state;
}

/** Answers a screen's question again, over the versions of the lists that it was answered by, with the own entries and providers' answers that are on record. Refuses where the store has lost one of the lists. */
export async function verifyScreen(
  context: StoreContext & { readonly listStore: Pick<ListStore, "readIndex"> },
  id: string,
): Promise<ScreenVerification> {
  const { subject: input, own, exposures, verdict, indexKeys } = await screenById(context, id);
  const indexes = await Promise.all(indexKeys.map((key) => indexAt(context.listStore, key)));
  const keys = addressKeys(input.value);
  const matches = indexes.flatMap((index) => index.lookUp(keys));
  const question = { type: input.type, value: input.value, chain: input.askedChain };
  const subject = readSubject(question, { matches, own });
  if (subject instanceof Refusal)
    return { matches: false, decisionHash: verdict.decisionHash, recomputed: subject.code };
  const listVersions = indexes.map(({ version }) => version);
  const recomputed = decide({ subject, matches, own, exposures, listVersions });
  const { decisionHash } = verdict;
  return { matches: recomputed.decisionHash === decisionHash, decisionHash, recomputed: recomputed.decisionHash };
}

async function indexAt(listStore: Pick<ListStore, "readIndex">, key: string): Promise<ListIndex> {
  const stored = await listStore.readIndex(key);
  if (stored === null)
    throw new Refusal("provider_unavailable", "the store has not got every list that this screen was made with", {
      retryAfterSeconds: 60,
    });
  return new ListIndex(stored);
}
