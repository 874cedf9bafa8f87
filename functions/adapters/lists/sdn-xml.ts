import type { ListParser } from "../../app/screening/ports.ts";
import { ListUnreadable } from "../../domain/screening/list-check.ts";
import type { ListedAddress, ListedParty, ParsedList } from "../../domain/screening/list-entry.ts";
import { assetOf, entryTypeOf, listedAddress, nameOf, publishedDay } from "./mapping.ts";
import { AdvancedReader } from "./sdn-advanced.ts";
import { type ElementReader, readElements, selectedElements } from "./xml-elements.ts";

/** Reads OFAC's export in either of its forms, SDN.XML and sdn_advanced.xml, told by the root element. */
export const sdnXml: ListParser = (bytes) => readElements(bytes, readerOf);

function readerOf(root: string): ElementReader<ParsedList> {
  if (root === "sdnList") return new SdnReader();
  if (root === "Sanctions") return new AdvancedReader();
  throw new ListUnreadable(`the file is no list of OFAC's: its root element is ${root.slice(0, 40)}`);
}

const entry = "sdnEntry";
const alias = `${entry}/akaList/aka`;
const document = `${entry}/idList/id`;

/** Elements whose text is kept until what they are part of is over. */
const parts = new Set([
  ...["uid", "firstName", "lastName", "sdnType"].map((name) => `${entry}/${name}`),
  ...["firstName", "lastName"].map((name) => `${alias}/${name}`),
  ...["idType", "idNumber"].map((name) => `${document}/${name}`),
]);

/** SDN.XML: entries one after the other, each with its programs, aliases and documents. An entry becomes a party where it has addresses. */
class SdnReader implements ElementReader<ParsedList> {
  readonly #parties: ListedParty[] = [];
  readonly #addresses: ListedAddress[] = [];
  #published = "";
  #said: number | undefined;
  #entries = 0;
  readonly #texts = new Map<string, string>();
  readonly #programs: string[] = [];
  readonly #aliases: string[] = [];
  /** Documents by their labels, some of which are addresses. */
  readonly #documents: [label: string, number: string][] = [];

  close(path: string, text: string): void {
    if (parts.has(path)) this.#texts.set(path, text);
    else if (path === "publshInformation/Publish_Date") this.#published = text;
    else if (path === "publshInformation/Record_Count") this.#said = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    else if (path === `${entry}/programList/program`) this.#programs.push(text);
    else if (path === alias)
      this.#aliases.push(nameOf([this.#take(`${alias}/firstName`), this.#take(`${alias}/lastName`)]));
    else if (path === document)
      this.#documents.push([this.#take(`${document}/idType`), this.#take(`${document}/idNumber`)]);
    else if (path === entry) this.#keep();
  }

  /** The text of an element that was over last; a later one begins anew. */
  #take(path: string): string {
    const text = this.#texts.get(path) ?? "";
    this.#texts.delete(path);
    return text;
  }

  #keep(): void {
    this.#entries += 1;
    const uid = this.#take(`${entry}/uid`);
    const name = nameOf([this.#take(`${entry}/firstName`), this.#take(`${entry}/lastName`)]);
    const kind = entryTypeOf(this.#take(`${entry}/sdnType`));
    const programs = this.#programs.splice(0);
    const aliases = this.#aliases.splice(0);
    const documents = this.#documents.splice(0);
    if (uid === "") throw new ListUnreadable(`entry ${this.#entries} of the file has no uid`);
    const listed = documents.flatMap(([label, text]) => {
      const asset = assetOf(label);
      return (asset !== undefined && listedAddress(text, asset, uid)) || [];
    });
    if (listed.length === 0) return;
    this.#addresses.push(...selectedElements(listed));
    const party: ListedParty = {
      ...{ uid, name, kind, category: "sanctions" },
      ...{ programs: [...new Set(programs)], aliases: [...new Set(aliases)].filter(Boolean) },
    };
    this.#parties.push(selectedElements(party));
  }

  result(): ParsedList {
    const publishedAt = publishedDay(this.#published);
    if (this.#said !== this.#entries)
      throw new ListUnreadable(`the file says it has ${this.#said ?? "no"} records, and has ${this.#entries}`);
    return { ...{ publishedAt, records: this.#entries }, ...{ parties: this.#parties, addresses: this.#addresses } };
  }
}
