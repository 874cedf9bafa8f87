import { renderPacketPdf } from "../../adapters/pdf/packet.ts";
import type { PacketContext } from "../../app/disputes/packet.ts";
import { packetSource } from "../../app/disputes/packet-source.ts";
import { contextFor } from "../core/context.ts";
import { fontDir } from "../core/fonts.ts";
import { evidence } from "./evidence.ts";
import "../core/personal.ts";

export function packetContext(requestId: string): PacketContext {
  return {
    evidence,
    cases: packetSource(contextFor("system:packets", requestId)),
    packetPdf: (document) => renderPacketPdf(document, { fontDir }),
  };
}
