import { drawEscrowFloat, escrowFloatDraw } from "../../domain/escrow/float.ts";
import { isEscrowSendBackDue } from "../../domain/escrow/send-back.ts";
import { escrowPosition } from "../../domain/escrow/wallet.ts";
import { drawFloat, floatDraw } from "../../domain/settlement/float.ts";
import { isSendBackDue } from "../../domain/settlement/payer-refund.ts";
import { settlementPosition } from "../../domain/settlement/wallet.ts";
import { loadAggregate, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import type { Row, Write } from "../core/ports.ts";
import { escrowRecordType, escrowWrites } from "../escrow/record.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { ownBalance } from "./operator-funds.ts";

/** A return that is due and draws on our own balance in a wallet. */
interface DueDraw {
  readonly tenantId: string;
  /** Undefined while the rail has not told what the deposit became. */
  readonly wallet: string | undefined;
  readonly key: string;
  readonly needed: bigint;
  /** What is written where so much is ours there. */
  decide(operatorUnits: bigint): Write[];
}

/** Draws on our own balance for a return that costs more than its deposit had bought, before its rail is told; while that balance is short, the return waits. The row as it is then. */
export async function drawFloatFor(context: Context, row: Row): Promise<Row> {
  if (!dueDraw(context, row)) return row;
  const read = async () => (await context.store.read([row]))[0] ?? row;
  await change(context, async () => {
    const due = dueDraw(context, await read());
    if (!due) return { writes: [], result: undefined };
    const { tenantId, wallet, key, needed } = due;
    if (wallet === undefined) return { writes: due.decide(0n), result: undefined };
    const own = await ownBalance(context, tenantId, wallet);
    const drawing = own.units >= needed ? own.drawing(key, needed) : [];
    return { writes: [...due.decide(own.units), ...drawing], result: undefined };
  });
  return read();
}

function dueDraw(context: Context, row: Row): DueDraw | undefined {
  return row.type === "escrow" ? escrowDraw(context, row) : settlementDraw(context, row);
}

function settlementDraw(context: Context, row: Row): DueDraw | undefined {
  const found = loadAggregate(settlementRecordType, row);
  const now = context.clock.now();
  const needed = found && isSendBackDue(found.state, now) ? floatDraw(found.state) : undefined;
  if (!found?.state.sendBack || needed === undefined) return undefined;
  const { state } = found;
  return {
    ...{ tenantId: state.tenantId, wallet: settlementPosition(state)?.wallet, key: found.state.sendBack.key, needed },
    decide: (units) => transitionWrites(found, drawFloat(state, units, now), context).writes,
  };
}

function escrowDraw(context: Context, row: Row): DueDraw | undefined {
  const found = loadAggregate(escrowRecordType, row);
  const now = context.clock.now();
  const needed = found && isEscrowSendBackDue(found.state, now) ? escrowFloatDraw(found.state) : undefined;
  if (!found?.state.sendBack || needed === undefined) return undefined;
  const { state } = found;
  return {
    ...{ tenantId: state.tenantId, wallet: escrowPosition(state)?.wallet, key: found.state.sendBack.key, needed },
    decide: (units) => escrowWrites(found, drawEscrowFloat(state, units, now), context).writes,
  };
}
