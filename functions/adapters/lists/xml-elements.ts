import { SaxesParser } from "saxes";
import { ListUnreadable } from "../../domain/screening/list-check.ts";

/** Reads a document's elements as they pass. `path` is below the root: `sdnEntry/idList/id`. */
export interface ElementReader<T> {
  open?(path: string, attributes: Readonly<Record<string, string>>): void;
  /** `text` is what stood between the element's tags, without its children's, and without white space around it. */
  close(path: string, text: string): void;
  /** What was read, once the document is over. */
  result(): T;
}

/** No list nests deeper; a document that does would fill the memory with open elements. */
const deepest = 32;

/** What is kept of a document, without the document: a text is a window on the piece that it came in, and would keep all of that in memory. */
export function selectedElements<T>(read: T): T {
  return structuredClone(read);
}

/** Reads a stream of UTF-8 XML with the reader that `readerOf` picks for its root element. Throws `ListUnreadable` where the document is not well-formed from its first byte to its last. It may declare no entities and no types: lists have none, bombs do. */
export async function readElements<T>(
  bytes: AsyncIterable<Uint8Array>,
  readerOf: (root: string) => ElementReader<T>,
): Promise<T> {
  const walk = new Walk(readerOf);
  // Wrong bytes are no list either: fatal.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of bytes) walk.write(decoded(() => decoder.decode(chunk, { stream: true })));
  walk.write(decoded(() => decoder.decode()));
  return walk.end();
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new ListUnreadable("the file is not UTF-8");
  }
}

class Walk<T> {
  readonly #parser = new SaxesParser({});
  readonly #readerOf: (root: string) => ElementReader<T>;
  readonly #paths: string[] = [];
  #reader: ElementReader<T> | undefined;
  #text = "";

  constructor(readerOf: (root: string) => ElementReader<T>) {
    this.#readerOf = readerOf;
    // Thrown right away: nothing after the first fault is of use.
    this.#parser.on("error", ({ message }) => {
      throw new ListUnreadable(`the file is no well-formed XML: ${message}`);
    });
    this.#parser.on("doctype", () => {
      throw new ListUnreadable("the file declares a document type: a web page, or worse");
    });
    this.#parser.on("xmldecl", ({ encoding = "utf-8" }) => {
      if (!/^(utf-?8|us-ascii)$/i.test(encoding)) throw new ListUnreadable("the file says it is not UTF-8");
    });
    this.#parser.on("opentag", ({ name, attributes }) => this.#open(name, attributes));
    this.#parser.on("text", (text) => this.#gather(text));
    this.#parser.on("cdata", (text) => this.#gather(text));
    this.#parser.on("closetag", () => this.#close());
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  end(): T {
    this.#parser.close();
    if (!this.#reader) throw new ListUnreadable("the file has no root element");
    return this.#reader.result();
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#text = "";
    if (!this.#reader) {
      this.#reader = this.#readerOf(name);
      this.#paths.push("");
      return;
    }
    const above = this.#paths.at(-1);
    const path = above ? `${above}/${name}` : name;
    if (this.#paths.push(path) > deepest) throw new ListUnreadable("the file nests too deep");
    this.#reader.open?.(path, attributes);
  }

  #gather(text: string): void {
    this.#text += text;
  }

  #close(): void {
    const path = this.#paths.pop();
    if (path) this.#reader?.close(path, this.#text.trim());
    this.#text = "";
  }
}
