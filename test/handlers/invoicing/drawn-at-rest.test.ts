import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawnOnce } from "../../../functions/app/invoicing/drawn-document.ts";
import type { DrawnDocuments } from "../../../functions/app/invoicing/ports.ts";
import { sealedDocuments } from "../../../functions/app/invoicing/seal-document.ts";
import { readPdf } from "../../support/invoicing/pdf.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { Payer } from "../../support/settlement/payer.ts";

const deployed = new DeployedSandbox();
let owner: Owner;
let hostedUrl: string;
let payer: Payer;
let visitor: Visitor;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
  const sent = await deployed.call("sendInvoice", owner.apiKey, { id: owner.invoiceId }, {});
  ({ hostedUrl } = JSON.parse(sent.text));
  payer = new Payer(deployed, hostedUrl);
  visitor = new Visitor(deployed);
  await visitor.signIn();
});

afterAll(() => deployed.stop());

/** What a file holds, with all that is compressed in it as it was before. */
function contentsOf(bytes: Buffer): string {
  const texts = [bytes.toString("latin1")];
  for (let at = bytes.indexOf("stream\n"); at !== -1; at = bytes.indexOf("stream\n", at + 1))
    try {
      texts.push(inflateSync(bytes.subarray(at + 7)).toString("latin1"));
    } catch {
      // Not compressed: it stands in the file itself.
    }
  return texts.join("\n");
}

function kept(): [path: string, bytes: Buffer][] {
  const files = [...deployed.aws.files].filter(([path]) => path.startsWith("/exports/drawn/"));
  return files.map(([path, { bytes }]) => [path, bytes]);
}

function bytesOf({ status, text }: { readonly status: number; readonly text: string }): Buffer {
  expect(status).toBe(200);
  return Buffer.from(text, "latin1");
}

describe("the PDF of an invoice that can be paid", () => {
  let drawn: Buffer;

  test("shows its payer a working link", async () => {
    drawn = bytesOf(await payer.look("getHostedInvoicePdf", "pdf"));
    const [page] = await readPdf(drawn);
    expect(page?.links).toContain(hostedUrl);
    expect(page?.text).toContain(payer.token);
    expect(contentsOf(drawn)).toContain(payer.token);
  });

  test("lies in the bucket without it, and without anything else that it shows", () => {
    const [file, ...others] = kept();
    expect(others).toEqual([]);
    expect(file?.[0]).toMatch(new RegExp(`/drawn/${owner.id}/${owner.invoiceId}/[0-9a-f]{64}\\.sealed$`));
    const contents = contentsOf(file?.[1] ?? Buffer.alloc(0));
    expect(contents.length).toBeGreaterThan(drawn.length);
    for (const each of [payer.token, hostedUrl, "http", "%PDF", "sluice"]) expect(contents).not.toContain(each);
  });

  test("is read from there by tenants and operators too, who see the same bytes", async () => {
    const before = kept();
    const { text: clear } = await deployed.call("getInvoicePdf", owner.apiKey, { id: owner.invoiceId });
    const { text: shown } = await visitor.get("showInvoiceFile", { id: owner.invoiceId });
    for (const each of [clear, shown]) expect(Buffer.from(each, "latin1").equals(drawn)).toBe(true);
    // Drawn anew it would be sealed anew.
    expect(kept()).toEqual(before);
  });

  test("is drawn anew where somebody put another file into its place", async () => {
    const [[path, bytes] = ["", Buffer.alloc(0)]] = kept();
    for (const other of [drawn, Buffer.alloc(5), bytes.with(20, (bytes[20] ?? 0) ^ 1)]) {
      deployed.aws.files.set(path, { bytes: Buffer.from(other), contentType: "application/pdf" });
      expect(bytesOf(await payer.look("getHostedInvoicePdf", "pdf")).equals(drawn)).toBe(true);
      expect(contentsOf(kept()[0]?.[1] ?? drawn)).not.toContain(payer.token);
    }
  });
});

describe("a document that is kept sealed", () => {
  const owned = { tenantId: "ten_1", invoiceId: "inv_1" };
  let files: Map<string, Uint8Array>;
  let drawings: number;
  const documents: DrawnDocuments = {
    read: async (key) => files.get(key) ?? null,
    write: async (key, bytes) => void files.set(key, bytes),
  };
  const once = (keys: readonly string[]) => {
    const store = sealedDocuments(documents, async () => keys);
    const draw = drawnOnce({ documents: store, template: "one", report: (error) => expect.fail(String(error)) });
    return (owner = owned) =>
      draw(owner, { number: "A-1" }, async () => {
        drawings += 1;
        return Buffer.from("a credit note");
      });
  };

  test("opens by each key that makes or made links, and is drawn anew where its key is gone", async () => {
    [files, drawings] = [new Map(), 0];
    await once(["first"])();
    expect(Buffer.from(await once(["second", "first"])()).toString()).toBe("a credit note");
    expect(drawings).toBe(1);
    expect(Buffer.from(await once(["third"])()).toString()).toBe("a credit note");
    expect(drawings).toBe(2);
  });

  test("opens in its own place alone", async () => {
    [files, drawings] = [new Map(), 0];
    await once(["first"])();
    await once(["first"])({ ...owned, tenantId: "ten_2" });
    const [[mine], [theirs]] = [...files] as [[string, Uint8Array], [string, Uint8Array]];
    files.set(theirs, files.get(mine) ?? new Uint8Array());
    expect(drawings).toBe(2);
    await once(["first"])({ ...owned, tenantId: "ten_2" });
    expect(drawings).toBe(3);
  });
});
