import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { LinkKeys } from "../core/link-token.ts";
import type { DrawnDocuments } from "./ports.ts";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** The key of one place: what lies at one opens at no other. */
function keyOf(secret: string, place: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `drawn document\n${place}`, 32));
}

function seal(secret: string, place: string, bytes: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(secret, place), nonce);
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function open(secret: string, place: string, sealed: Uint8Array): Uint8Array | null {
  const end = sealed.length - tagBytes;
  if (end < nonceBytes) return null;
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, keyOf(secret, place), nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, end)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Documents that lie sealed under the links' keys, since what is drawn shows a working link: only who may make links opens them. What none of the keys opens is not there. */
export function sealedDocuments(documents: DrawnDocuments, linkKeys: LinkKeys): DrawnDocuments {
  return {
    async read(place) {
      const sealed = await documents.read(place);
      if (sealed === null) return null;
      for (const secret of await linkKeys()) {
        const bytes = open(secret, place, sealed);
        if (bytes !== null) return bytes;
      }
      return null;
    },
    async write(place, bytes) {
      const [secret] = await linkKeys();
      if (secret === undefined) throw new Error("no key makes links");
      await documents.write(place, seal(secret, place, bytes));
    },
  };
}
