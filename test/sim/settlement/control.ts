import type { Book, Key, Row, Write } from "../../../functions/app/core/ports.ts";
import type { Screening } from "../../../functions/app/gate/ports.ts";
import type { Conversion, Rail } from "../../../functions/app/rails/ports.ts";
import type { MemoryBook } from "../../support/core/memory-book.ts";
import type { TestVendors } from "../../support/world/vendors.ts";
import type { Alteration } from "../../support/world/world.ts";
import type { Invariant } from "./findings.ts";
import { plainRail, type Scene } from "./scene.ts";
import type { SimRail } from "./schedule.ts";

/** A mistake that could have been made, put in the place of what we do, and the invariants that must tell it. */
export interface Control {
  readonly name: string;
  readonly caughtBy: readonly Invariant[];
  readonly alteration: Alteration;
  /** The rail it is a mistake with; the mock where nothing is said. */
  readonly rail?: SimRail;
  /** Where chance alone would seldom come to it. */
  readonly scene?: Scene;
}

/** A scene with one tenant and one call, with changes. */
export function simpleScene(change: Partial<Scene> = {}, wallet = "0xA"): Scene {
  const rule = { bps: 290, fixedCents: 30, reserveBps: 1_050 };
  const invoices = [{ totalCents: 33_333, sent: true }];
  return {
    tenants: [{ wallet, partnerCustomerId: "cust_1", rule, invoices }],
    asks: [{ tenant: 0, invoice: 0, key: "k1", source: "ach", delayMs: 0 }],
    rate: "0.998877665544332211",
    silentScreens: 0,
    rail: () => plainRail,
    ...change,
  };
}

/** A book whose writes are asked for in another way. */
export function rewritten(book: Book, change: (write: Write) => Write): Book {
  return {
    read: (keys) => book.read(keys),
    page: (query) => book.page(query),
    write: (writes, nonce) => book.write(writes.map(change), nonce),
  };
}

/** A book that makes two writes of one: what is `later` has a transaction of its own. */
export function inTwo(book: Book, later: (write: Write, all: readonly Write[]) => boolean): Book {
  return {
    read: (keys) => book.read(keys),
    page: (query) => book.page(query),
    write: async (writes, nonce) => {
      const second = writes.filter((each) => later(each, writes));
      const first = writes.filter((each) => !second.includes(each));
      if (first.length === 0 || second.length === 0) return book.write(writes, nonce);
      const written = await book.write(first, nonce);
      return written.ok ? book.write(second, `${nonce}b`) : written;
    },
  };
}

function renamed(key: Key, part: number): Key {
  const parts = key.pk.split("#");
  if (parts[0] !== "claim") return key;
  parts[part] = "";
  return { pk: parts.join("#"), sk: key.sk };
}

/** A book that leaves a part out of every claim's key. */
export function unscoped(book: Book, part: number): Book {
  const inner = rewritten(book, (write: Write): Write => {
    if ("put" in write) return { ...write, put: { ...write.put, ...renamed(write.put, part) } };
    return "remove" in write ? { ...write, remove: renamed(write.remove, part) } : write;
  });
  return { ...inner, read: (keys) => book.read(keys.map((key) => renamed(key, part))) };
}

/** Puts without the condition on what they replace, as if it had been forgotten. */
export function unconditional(concerns: (row: Row) => boolean) {
  return (writes: readonly Write[], book: MemoryBook): readonly Write[] =>
    writes.map((write) => {
      if (!("put" in write) || !concerns(write.put)) return write;
      const [current] = book.readNow([write.put]);
      return { put: write.put, expect: current?.v ?? "absent" };
    });
}

/** Changes the state inside a row of a type. */
export function withState(row: Row, type: string, change: (state: Record<string, unknown>) => object): Row {
  if (row.type !== type) return row;
  const body = row.body as { state: Record<string, unknown> };
  return { ...row, body: { ...body, state: { ...body.state, ...change(body.state) } } };
}

/** The same vendors, with some of their calls made otherwise. */
export function vendorsWith(
  vendors: TestVendors,
  change: Partial<Pick<TestVendors, "collect" | "disburse" | "screen" | "returnDeposit">>,
): Rail & Conversion & Screening {
  return {
    name: vendors.name,
    mock: vendors.mock,
    capabilities: vendors.capabilities,
    keepsReserve: vendors.keepsReserve,
    sources: vendors.sources,
    partnerCustomer: (id) => vendors.partnerCustomer(id),
    collect: (asked) => vendors.collect(asked),
    convert: (asked) => vendors.convert(asked),
    disburse: (asked) => vendors.disburse(asked),
    findDeposit: () => vendors.findDeposit(),
    payoutOf: (asked) => vendors.payoutOf(asked),
    lookUp: (ref) => vendors.lookUp(ref),
    returnDeposit: (asked) => vendors.returnDeposit(asked),
    cancelCollection: () => vendors.cancelCollection(),
    transfers: () => vendors.transfers(),
    transfersOf: () => vendors.transfersOf(),
    screen: (asked) => vendors.screen(asked),
    ...change,
  };
}
