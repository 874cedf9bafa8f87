import * as z from "zod";
import { platform } from "../../domain/core/operator.ts";
import { monthOf } from "../../domain/core/time.ts";
import { actionsAbout, creationWrites, operatorPartition, type RecordType } from "./aggregate.ts";
import { change } from "./change.ts";
import type { Context } from "./context.ts";
import type { Write } from "./ports.ts";

export const operatorAction = z.object({
  id: z.string(),
  tenantId: z.string(),
  /** The record that was acted upon, where there is one. */
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});

/** Something an operator did that changes no record of the book: a sweep, a redelivery, an export. */
export type OperatorAction = z.infer<typeof operatorAction>;

export const operatorActionRecordType: RecordType<OperatorAction> = {
  type: "operator_action",
  schema: operatorAction,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
};

/** The writes that put an operator's action on the audit trail, for a transaction that does more; a stranger's `try` is named apart, so that what may write it may write no operator's. */
export function actionWrites(
  context: Context,
  what: { tenantId?: string | undefined; subject?: string; reason: string; detail?: Record<string, unknown> },
  kind: "act" | "try" = "act",
): Write[] {
  const next: OperatorAction = {
    id: context.newId(kind, context.clock.now()),
    tenantId: what.tenantId ?? platform,
    subject: what.subject ?? null,
    detail: what.detail ?? {},
  };
  const transition = { next, from: null, to: "done", reason: what.reason };
  const writes = creationWrites(operatorActionRecordType, transition, context);
  return writes.map((write) => listedAction(write, what.subject));
}

/** In the operators' log whoever did it (a stranger at their door too), and with what it is about. */
function listedAction(write: Write, subject: string | undefined): Write {
  if (!("put" in write) || write.put.type !== "entry") return write;
  const { put } = write;
  const place = put.index?.group?.[1] ?? put.pk;
  const list = [operatorPartition(monthOf(place)), place] as const;
  const about = subject === undefined ? {} : { ref: [actionsAbout(subject), place] as const };
  return { ...write, put: { ...put, index: { ...put.index, list, ...about } } };
}

/** Puts an operator's action on the audit trail, before it is done. */
export async function recordAction(context: Context, what: Parameters<typeof actionWrites>[1]): Promise<void> {
  await change(context, () => ({ writes: actionWrites(context, what), result: undefined }));
}
