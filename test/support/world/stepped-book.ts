import type { Book, Write } from "../../../functions/app/core/ports.ts";
import type { MemoryBook } from "../core/memory-book.ts";
import type { Op, Scheduler } from "./scheduler.ts";

/** Changes what a write asks for right when it is applied; a test's way to leave a condition out. */
export type Relax = (writes: readonly Write[], book: MemoryBook) => readonly Write[];

/** A book in memory whose every call is a step of virtual time; `written` hears of each write. */
export function steppedBook(
  scheduler: Scheduler,
  book: MemoryBook,
  name: string,
  written: () => void,
  relax: Relax = (writes) => writes,
): Book {
  const read: Op = { name: `${name}.read`, kind: "read" };
  const page: Op = { name: `${name}.page`, kind: "read" };
  const write: Op = { name: `${name}.write`, kind: "write" };
  return {
    read: (keys) => scheduler.step(read, () => book.readNow(keys)),
    page: (query) => scheduler.step(page, () => book.pageNow(query)),
    write: (writes, nonce) =>
      scheduler.step(
        write,
        () => {
          const said = book.writeNow(relax(writes, book), nonce);
          written();
          return said;
        },
        () => ({ ok: false as const, rows: [] }),
      ),
  };
}
