import { expect, test } from "vitest";
import type { EvidenceStore, UploadForm } from "../../../functions/app/disputes/ports.ts";
import { aPng, bytesOf, sha256Of } from "../core/files.ts";

/** A store with the world's side of it. */
export interface StoreUnderTest {
  readonly store: EvidenceStore;
  /** Puts bytes at an address; the status. */
  put(url: string, headers: Readonly<Record<string, string>>, bytes: Uint8Array): Promise<number>;
  /** Posts a form with a file; the status. */
  post(form: UploadForm, bytes: Uint8Array): Promise<number>;
  /** Follows a link; null where there is nothing. */
  follow(
    link: string,
  ): Promise<{ readonly bytes: Uint8Array; readonly contentType: string; readonly filename: string } | null>;
}

const text = Buffer.from("proof of delivery");
const contentType = "text/plain";
const redirectTo = "https://console.example.test/cases/cas_1";

/** What every store of evidence promises. */
export function evidencePromises(given: () => StoreUnderTest): void {
  let made = 0;
  const key = () => {
    made += 1;
    return `evidence/ten_1/cas_1/evd_${made}`;
  };
  const input = (to: string) => ({ key: to, contentType, sizeBytes: text.length, sha256: sha256Of(text) });

  test("what was announced can be put, and is read as it is", async () => {
    const { store, put } = given();
    const at = key();
    expect(await store.read(at, 100)).toBeNull();
    const { url, headers } = await store.uploadTo(input(at));
    expect(await put(url, headers, text)).toBe(200);
    const found = await store.read(at, 100);
    expect({ ...found, bytes: Buffer.from(found?.bytes ?? []).toString() }).toEqual({
      ...{ bytes: "proof of delivery", contentType, sizeBytes: text.length },
    });
  });

  test.each([
    ["another type", { "content-type": "text/html" }],
    ["another hash", { "x-amz-checksum-sha256": Buffer.alloc(32).toString("base64") }],
  ])("nothing can be put with %s than the announced one", async (_, other) => {
    const { store, put } = given();
    const at = key();
    const { url, headers } = await store.uploadTo(input(at));
    expect(await put(url, { ...headers, ...other }, text)).toBe(403);
    const { "x-amz-checksum-sha256": hash, ...without } = headers;
    expect(hash).toBeDefined();
    expect(await put(url, without, text)).toBe(403);
    expect(await store.read(at, 100)).toBeNull();
  });

  test.each([
    ["more", bytesOf(text, "!")],
    ["fewer", text.subarray(1)],
    ["other", bytesOf("proof of deliverY")],
  ])("%s bytes than the announced ones cannot be put", async (_, bytes) => {
    const { store, put } = given();
    const at = key();
    const { url, headers } = await store.uploadTo(input(at));
    expect(await put(url, headers, bytes)).toBeGreaterThanOrEqual(400);
    expect(await store.read(at, 100)).toBeNull();
  });

  test("an address is good for its own key alone", async () => {
    const { store, put } = given();
    const [at, other] = [key(), key()];
    const { url, headers } = await store.uploadTo(input(at));
    expect(await put(url.replace(at, other), headers, text)).toBe(403);
    expect(await store.read(other, 100)).toBeNull();
  });

  test("a form brings a file of its type, and sends the browser back", async () => {
    const { store, post } = given();
    const at = key();
    const png = aPng(2, 2);
    const form = await store.uploadForm({ key: at, contentType: "image/png", maxBytes: 1_000, redirectTo });
    expect(await post(form, png)).toBe(303);
    expect(await store.read(at, 1_000)).toMatchObject({ contentType: "image/png", sizeBytes: png.length });
  });

  test("a form brings no other type, no other key and no more than it may", async () => {
    const { store, post } = given();
    const [at, other] = [key(), key()];
    const form = await store.uploadForm({ key: at, contentType, maxBytes: text.length, redirectTo });
    const changed = (fields: Record<string, string>) => ({ ...form, fields: { ...form.fields, ...fields } });
    expect(await post(changed({ "Content-Type": "text/html" }), text)).toBe(403);
    expect(await post(changed({ key: other }), text)).toBe(403);
    expect(await post(changed({ success_action_redirect: "https://evil.example" }), text)).toBe(403);
    expect(await post(form, bytesOf(text, "!"))).toBe(400);
    for (const each of [at, other]) expect(await store.read(each, 100)).toBeNull();
  });

  test("no more is read than the reader's limit, and the whole size is told", async () => {
    const { store } = given();
    const at = key();
    await store.write(at, Buffer.alloc(300_000, "a"), contentType);
    const found = await store.read(at, 1_000);
    expect(found?.bytes).toHaveLength(1_000);
    expect(found?.sizeBytes).toBe(300_000);
  });

  test("an empty file is a file", async () => {
    const { store } = given();
    const at = key();
    await store.write(at, new Uint8Array(), contentType);
    expect(await store.read(at, 100)).toMatchObject({ sizeBytes: 0 });
  });

  test("a link gives the file under a safe name, and under the type that it was asked for with", async () => {
    const { store, follow } = given();
    const at = key();
    await store.write(at, text, contentType);
    const link = await store.link(at, '../Bé "深圳"\r\nX-Evil: 1.txt', 60, "application/octet-stream");
    const got = await follow(link);
    expect(Buffer.from(got?.bytes ?? []).toString()).toBe("proof of delivery");
    expect(got).toMatchObject({ contentType: "application/octet-stream", filename: 'Bé "深圳"X-Evil: 1.txt' });
    expect(await follow(await store.link(at, "a.txt", 60))).toMatchObject({ contentType, filename: "a.txt" });
  });

  test("a link gives the bytes as they are, whatever encoding their sender has said they have", async () => {
    const { store, put, follow } = given();
    const at = key();
    const { url, headers } = await store.uploadTo(input(at));
    expect(await put(url, { ...headers, "content-encoding": "gzip" }, text)).toBe(200);
    const got = await follow(await store.link(at, "a.txt", 60));
    expect(Buffer.from(got?.bytes ?? []).toString()).toBe("proof of delivery");
  });

  test("what is written again takes the first one's place", async () => {
    const { store } = given();
    const at = key();
    await store.write(at, text, contentType);
    await store.write(at, Buffer.from("other"), contentType);
    expect(await store.read(at, 100)).toMatchObject({ sizeBytes: 5 });
  });
}
