import { fileURLToPath } from "node:url";
import { renderPacketPdf } from "../../adapters/pdf/packet.ts";
import type { PacketContext } from "../../app/disputes/packet.ts";
import { packetSource } from "../../app/disputes/packet-source.ts";
import { contextFor } from "../core/context.ts";
import { evidence } from "./evidence.ts";

const fontDir = fileURLToPath(new URL(".", import.meta.url));

export function packetContext(requestId: string): PacketContext {
  return {
    evidence,
    cases: packetSource(contextFor("system:packets", requestId)),
    packetPdf: (document) => renderPacketPdf(document, { fontDir }),
  };
}
