import * as z from "zod";
import { platform } from "../domain/operator.ts";
import { hopWrites, type Kind, unborn } from "./aggregate.ts";
import type { Desk } from "./desk.ts";
import { rowKey } from "./kinds.ts";
import type { Write } from "./ports.ts";

const operatorAction = z.object({
  id: z.string(),
  tenantId: z.string(),
  /** The record that was acted upon, where there is one. */
  subject: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});

/** Something an operator did that changes no record of the book: a sweep, a redelivery, an export. */
export type OperatorAction = z.infer<typeof operatorAction>;

export const operatorActionKind: Kind<OperatorAction> = {
  type: "operator_action",
  schema: operatorAction,
  key: rowKey,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: () => ({}),
};

/** The writes that put an operator's action on the audit trail, for a transaction that does more. */
export function actionWrites(
  desk: Desk,
  what: { tenantId?: string | undefined; subject?: string; reason: string; detail?: Record<string, unknown> },
): Write[] {
  const next: OperatorAction = {
    id: desk.newId("act", desk.clock.now()),
    tenantId: what.tenantId ?? platform,
    subject: what.subject ?? null,
    detail: what.detail ?? {},
  };
  const hop = { next, from: null, to: "done", reason: what.reason };
  return hopWrites(unborn(operatorActionKind, next), [hop], desk).writes;
}

/** Puts an operator's action on the audit trail, before it is done. */
export async function recordAction(desk: Desk, what: Parameters<typeof actionWrites>[1]): Promise<void> {
  await desk.book.write(actionWrites(desk, what), desk.newId("req", desk.clock.now()));
}
