import type { DisputeCase, Evidence } from "../../domain/disputes/case.ts";
import { failPacket, notePacket } from "../../domain/disputes/case-packet.ts";
import { evidenceWords, networkWords } from "../../domain/disputes/labels.ts";
import type { PacketFacts } from "../../domain/disputes/packet-document.ts";
import { reasonMeaning } from "../../domain/disputes/reason-code.ts";
import { loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import { rowKey } from "../core/rows.ts";
import { tenantKind } from "../tenants/records.ts";
import { readCase } from "./case-reads.ts";
import { changeCase } from "./change-case.ts";
import type { PacketAsked, PacketSource } from "./packet.ts";

/** The packets of dispute cases: what was provided, in the order in which it came. */
export function packetSource(desk: Desk): PacketSource {
  return {
    asked: async (order) => {
      const { found, texts } = await readCase(desk, order);
      const { state } = found;
      if (state.packet?.revision !== state.revision || state.packet.status !== "building") return null;
      const [row] = await desk.book.read([rowKey(state.tenantId)]);
      const merchant = loaded(tenantKind, row)?.state.name ?? state.tenantId;
      const provided = state.evidence.filter(({ status }) => status === "provided");
      return {
        revision: state.revision,
        facts: factsOf(state, merchant, state.packet.orderedAt),
        pieces: provided.map((piece) => pieceOf(piece, texts)),
      };
    },
    built: async (order, packet) => {
      await changeCase(desk, order, (state) => notePacket(state, packet, desk.clock.now()));
    },
    failed: async (order, revision) => {
      await changeCase(desk, order, (state) => failPacket(state, revision, desk.clock.now()));
    },
  };
}

function pieceOf(piece: Evidence, texts: ReadonlyMap<string, string>): PacketAsked["pieces"][number] {
  const { objectKey, type, ...shown } = piece;
  const facts = { ...shown, type: evidenceWords(type) };
  return objectKey === null ? { ...facts, text: texts.get(piece.id) ?? "" } : { ...facts, objectKey };
}

function factsOf(state: DisputeCase, merchant: string, preparedAt: string): PacketFacts {
  const { id: caseId, paymentId, network, stage, reasonCode, category, amountCents, currency } = state;
  const { networkDueBy, narrative } = state;
  const reasonName = network === null || reasonCode === null ? null : reasonMeaning(network, reasonCode).name;
  return {
    ...{ caseId, merchant, paymentId, stage, reasonCode, reasonName, category, amountCents },
    network: network && networkWords[network],
    ...{ currency, networkDueBy, narrative, preparedAt },
  };
}
