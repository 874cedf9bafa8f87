import type { Key, Row, Store } from "../../../functions/app/core/ports.ts";
import { escrowRecordType } from "../../../functions/app/escrow/record.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { changedPut, rewritten } from "../../support/world/core/alterations.ts";
import type { EscrowAlteration } from "../../support/world/escrow/world.ts";
import { mistakesIn } from "../core/simulation.ts";
import { forgottenInAMonth } from "../settlement/controls-faults.ts";
import type { EscrowInvariant } from "./invariants.ts";
import type { EscrowScene } from "./scene.ts";
import { calls, escrowScene } from "./scenes.ts";

const mistake = mistakesIn<EscrowScene, EscrowAlteration, EscrowInvariant>();

const isReference = ({ pk }: Key) => pk.startsWith("escrow_ref#");

/** A book in which a reference is looked up by the list of escrows, and taken without a condition. */
function referencesByIndex(store: Store): Store {
  let list: string | undefined;
  const listed = async (key: Key): Promise<Row | undefined> => {
    const rows = list === undefined ? [] : await store.page({ index: "list", pk: list, limit: 100 });
    const states = rows.flatMap(({ type, body }) =>
      type === escrowRecordType.type ? [(body as { state: Escrow }).state] : [],
    );
    const found = states.find(({ reference }) => key.pk.endsWith(`#${reference}`));
    return found && { ...key, v: 1, type: "escrow_reference", body: { escrowId: found.id } };
  };
  return {
    page: (query) => store.page(query),
    read: async (keys) => {
      const rows = await store.read(keys);
      return Promise.all(keys.map((key, at) => (isReference(key) ? listed(key) : rows[at])));
    },
    write: (writes, nonce) => {
      const anyhow = writes.map((write) => {
        if (!("put" in write)) return write;
        if (write.put.type === escrowRecordType.type) list = write.put.index?.list?.[0];
        return isReference(write.put) ? { ...write, expect: "any" as const } : write;
      });
      return store.write(anyhow, nonce);
    },
  };
}

const fund = { op: "fund", amountCents: 33_333, source: "ach", fundingRef: null } as const;
const refund = { op: "refund", refundAddress: null } as const;
const approve = { op: "approve", approverRef: "ann" } as const;
const reference = calls();

/** Mistakes with escrows that only one kind of fault shows. */
export const escrowFaultControls = [
  mistake(
    "a payout that the rail does not know taken for refused",
    "one payout an escrow, under one key with one body",
    {
      shownBy: "late effects",
      bank: (bank) => ({
        payoutOf: async (query) =>
          (await bank.payoutOf(query)) ?? { refused: { code: "unknown_payout", reason: "the rail has none of it" } },
      }),
      scene: escrowScene(
        calls(
          [2, fund],
          [3, approve],
          [4, { op: "release" }],
          [20, { op: "withdraw", approverRef: "ann" }],
          [90, refund],
        ),
        { releaseRule: "dual_approval", requiredApprovals: 1 },
      ),
    },
  ),
  mistake("a claim that moved an escrow's money is forgotten", "a replay is identical and writes nothing", {
    shownBy: "forgotten rows",
    store: (store) => rewritten(store, changedPut(forgottenInAMonth)),
    scene: escrowScene(calls([2, fund], [4, { op: "release" }])),
  }),
  mistake("a reference looked up by an index", "one execution a key, and everyone has an answer", {
    shownBy: "stale reads",
    store: referencesByIndex,
    scene: escrowScene([...reference, ...reference.map((call) => ({ ...call, key: "k9", delayMs: 2_000 }))]),
  }),
];
