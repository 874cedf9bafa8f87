import type { DisputeCase, Evidence } from "../../domain/disputes/case.ts";
import { failPacket, notePacket } from "../../domain/disputes/case-packet.ts";
import { evidenceLabels, networkLabels } from "../../domain/disputes/labels.ts";
import type { PacketFacts } from "../../domain/disputes/packet-document.ts";
import { reasonMeaning } from "../../domain/disputes/reason-code.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import { rowKey } from "../core/row-keys.ts";
import { tenantRecordType } from "../tenants/records.ts";
import { readCase } from "./case-reads.ts";
import { changeCase } from "./change-case.ts";
import type { PacketInput, PacketSource } from "./packet.ts";

/** The packets of dispute cases: what was provided, in the order in which it came. */
export function packetSource(context: Context): PacketSource {
  return {
    asked: async (order) => {
      const { found, texts } = await readCase(context, order);
      const { state } = found;
      if (state.packet?.revision !== state.revision || state.packet.status === "ready") return null;
      const [row] = await context.store.read([rowKey(state.tenantId)]);
      const merchant = loadAggregate(tenantRecordType, row)?.state.name ?? state.tenantId;
      const provided = state.evidence.filter(({ status }) => status === "provided");
      return {
        revision: state.revision,
        facts: factsOf(state, merchant, state.packet.orderedAt),
        pieces: provided.map((piece) => pieceOf(piece, texts)),
      };
    },
    built: async (order, packet) => {
      await changeCase(context, order, (state) => notePacket(state, packet, context.clock.now()));
    },
    failed: async (order, revision) => {
      await changeCase(context, order, (state) => failPacket(state, revision, context.clock.now()));
    },
  };
}

function pieceOf(piece: Evidence, texts: ReadonlyMap<string, string>): PacketInput["pieces"][number] {
  const { objectKey, type, ...shown } = piece;
  const facts = { ...shown, type: evidenceLabels(type) };
  return objectKey === null ? { ...facts, text: texts.get(piece.id) ?? "" } : { ...facts, objectKey };
}

function factsOf(state: DisputeCase, merchant: string, preparedAt: string): PacketFacts {
  const { id: caseId, paymentId, escrowId, network, stage, reasonCode, category, amountCents, currency } = state;
  const { networkDueBy, narrative, createdAt } = state;
  const reasonName =
    network === null || reasonCode === null ? null : reasonMeaning(network, reasonCode, createdAt).name;
  return {
    ...{ caseId, merchant, paymentId, escrowId, stage, reasonCode, reasonName, category, amountCents },
    network: network && networkLabels[network],
    ...{ currency, networkDueBy, narrative, preparedAt },
  };
}
