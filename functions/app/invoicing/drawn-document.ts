import { createHash } from "node:crypto";
import type { PrintedBrand } from "../../domain/invoicing/invoice-document.ts";
import type { DrawnDocuments } from "./ports.ts";

/** Whose a document is: what its key begins with, so that it can be found to be erased. */
export interface DocumentOwner {
  readonly tenantId: string;
  readonly invoiceId: string;
}

interface DrawingContext {
  readonly documents: DrawnDocuments;
  /** What the program draws by: another one draws everything anew. */
  readonly template: string;
  /** Hears what the store did not do; the document is drawn all the same. */
  readonly report: (error: unknown) => void;
}

type Drawable = object & { readonly brand?: PrintedBrand | null | undefined };

/** Where a document lies: by all that is drawn of it, so that a changed one is another. */
function keyOf({ tenantId, invoiceId }: DocumentOwner, template: string, document: Drawable): string {
  const { logo = null, ...brand } = document.brand ?? {};
  const digest = createHash("sha256")
    .update(JSON.stringify([template, { ...document, brand: document.brand && brand }]))
    .update(logo ?? "");
  return `drawn/${tenantId}/${invoiceId}/${digest.digest("hex")}.sealed`;
}

/** A way to draw each document once: whoever asks for it while it is drawn, or for days after, gets the same bytes. */
export function drawnOnce({ documents, template, report }: DrawingContext) {
  const underway = new Map<string, Promise<Uint8Array>>();
  async function stored(key: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const before = await documents.read(key).catch(report);
    if (before) return before;
    const bytes = await draw();
    await documents.write(key, bytes).catch(report);
    return bytes;
  }
  return <D extends Drawable>(
    owner: DocumentOwner,
    document: D,
    draw: (document: D) => Promise<Uint8Array>,
  ): Promise<Uint8Array> => {
    const key = keyOf(owner, template, document);
    const drawing = underway.get(key) ?? stored(key, () => draw(document)).finally(() => underway.delete(key));
    underway.set(key, drawing);
    return drawing;
  };
}
