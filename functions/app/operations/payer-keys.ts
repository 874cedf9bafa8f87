import { erasedText, type Subject } from "../../domain/core/sealed-text.ts";
import { addDays, type Instant } from "../../domain/core/time.ts";
import {
  mapFormerTexts,
  type PayerSubjectType,
  payerSubjectTypes,
  payerTextEndsAt,
} from "../../domain/operations/payer-terms.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { dailyIndex, dailyPartitions } from "../core/due-index.ts";
import { logFailure } from "../core/error-text.ts";
import { inOrder } from "../core/map-concurrent.ts";
import { type PersonalData, subjectKey } from "../core/personal-data.ts";
import type { Log, Place, Row, Store } from "../core/ports.ts";
import { findRecord } from "../core/read-records.ts";
import { placeOf } from "../core/row-keys.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { changeSettlement } from "../settlement/settlements.ts";
import { type EraseCasesContext, eraseCopiesOf } from "./erase-cases.ts";

export interface PayerKeysContext extends EraseCasesContext {
  readonly personal: PersonalData;
  /** The wrapped keys, which list those of payers by when they are looked at next. */
  readonly subjectKeys: Store;
  readonly log: Log;
}

/** Keys of one piece, and how many of them are looked at at once. */
const pieceSize = 100;
const atOnce = 8;

/** A payment that is not collected yet is looked at again after a day. */
const lookDays = 1;

/** Destroys the keys of payers' accounts and consents whose time is over, until `deadline`; answers whether it came to an end. Each look moves its key out of what is due, so a run that is cut short is just followed by the next. */
export async function endPayerKeys(context: PayerKeysContext, deadline: Instant): Promise<boolean> {
  const { clock, subjectKeys } = context;
  const now = clock.now();
  const isLate = () => clock.now() >= deadline;
  for (const pk of dailyPartitions) {
    let after: Place | undefined;
    do {
      const piece = await subjectKeys.page({ index: "due", pk, upTo: `${now}~`, limit: pieceSize, after });
      await inOrder(piece, atOnce, async (row) => {
        if (!isLate()) await look(context, row);
      });
      if (isLate()) return false;
      const last = piece.length < pieceSize ? undefined : piece.at(-1);
      after = last && placeOf(last, "due");
    } while (after);
  }
  return true;
}

/** One that fails keeps none of the others waiting; it is still due. */
async function look(context: PayerKeysContext, { pk, sk }: Row): Promise<void> {
  try {
    const [row] = await context.subjectKeys.read([{ pk, sk }]);
    if (row) await lookAtKey(context, row);
  } catch (error) {
    logFailure(context, "key not looked at", { operation: "daily", correlationId: pk }, error);
  }
}

async function lookAtKey(context: PayerKeysContext, row: Row): Promise<void> {
  const [kind, settlementId = ""] = row.pk.split(":");
  if (!isPayerSubject(kind)) return;
  const { madeAt } = subjectKey.parse(row.body);
  const now = context.clock.now();
  const settlement = (await findRecord(context, settlementRecordType, settlementId))?.state;
  const endsAt = payerTextEndsAt(kind, settlement, madeAt);
  if (endsAt !== null && endsAt <= now) return erasePayerTexts(context, kind, settlementId);
  const index = { due: dailyIndex(row, endsAt ?? addDays(now, lookDays)) };
  await context.subjectKeys.write([{ put: { ...row, v: row.v + 1, index }, expect: row.v }], context.newId("req", now));
}

function isPayerSubject(kind: string | undefined): kind is PayerSubjectType {
  return payerSubjectTypes.some((each) => each === kind);
}

/** Destroys one of a payment's keys, and takes out of its record what the last release stored there without one. Safe to do twice. */
export async function erasePayerTexts(
  context: Omit<PayerKeysContext, "subjectKeys" | "log">,
  kind: PayerSubjectType,
  settlementId: string,
): Promise<void> {
  const found = await findRecord(context, settlementRecordType, settlementId);
  if (found) await changeSettlement(context, found, (state) => withoutTexts(state, kind));
  const subject: Subject = `${kind}:${settlementId}`;
  await context.personal.erase([subject]);
  // After the key: what is made in between has nothing of the payer any more.
  if (found && kind === "payer") await eraseCopiesOf(context, found.state.payment.id);
}

function withoutTexts(state: Settlement, kind: PayerSubjectType) {
  const payment = mapFormerTexts(state.payment, kind, () => erasedText);
  if (JSON.stringify(payment) === JSON.stringify(state.payment)) return [];
  const { status } = state;
  return [{ next: { ...state, payment }, from: status, to: status, reason: "erased", quiet: true as const }];
}
