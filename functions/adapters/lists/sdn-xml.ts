import type { ListParser } from "../../app/screening/ports.ts";
import { ListUnreadable } from "../../domain/screening/list-check.ts";
import type { ListedAddress, ListedParty, ParsedList } from "../../domain/screening/list-entry.ts";
import { assetOf, entryTypeOf, listedAddress, nameOf, publishedDay } from "./mapping.ts";
import { AdvancedReader } from "./sdn-advanced.ts";
import { type ElementReader, keptElements, readElements } from "./xml-elements.ts";

/** Reads OFAC's export in either of its forms, SDN.XML and sdn_advanced.xml, told by the root element. */
export const sdnXml: ListParser = (bytes) => readElements(bytes, readerOf);

function readerOf(root: string): ElementReader<ParsedList> {
  if (root === "sdnList") return new SdnReader();
  if (root === "Sanctions") return new AdvancedReader();
  throw new ListUnreadable(`the file is no list of OFAC's: its root element is ${root.slice(0, 40)}`);
}

/** An entry as it is read; it becomes a party where it has addresses. */
interface SdnEntry {
  uid: string;
  first: string;
  last: string;
  kind: string;
  readonly programs: string[];
  readonly aliases: string[];
  /** Addresses with their labels. */
  readonly addresses: [label: string, address: string][];
}

/** SDN.XML: entries one after the other, each with its programs, aliases and documents. */
class SdnReader implements ElementReader<ParsedList> {
  readonly #parties: ListedParty[] = [];
  readonly #addresses: ListedAddress[] = [];
  #published = "";
  #said: number | undefined;
  #entries = 0;
  #entry = emptyEntry();
  #alias = { first: "", last: "" };
  #document = { type: "", number: "" };

  close(path: string, text: string): void {
    const entry = this.#entry;
    switch (path) {
      case "publshInformation/Publish_Date":
        this.#published = text;
        break;
      case "publshInformation/Record_Count":
        this.#said = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
        break;
      case "sdnEntry/uid":
        entry.uid = text;
        break;
      case "sdnEntry/firstName":
        entry.first = text;
        break;
      case "sdnEntry/lastName":
        entry.last = text;
        break;
      case "sdnEntry/sdnType":
        entry.kind = text;
        break;
      case "sdnEntry/programList/program":
        entry.programs.push(text);
        break;
      case "sdnEntry/akaList/aka/firstName":
        this.#alias.first = text;
        break;
      case "sdnEntry/akaList/aka/lastName":
        this.#alias.last = text;
        break;
      case "sdnEntry/akaList/aka":
        entry.aliases.push(nameOf([this.#alias.first, this.#alias.last]));
        this.#alias = { first: "", last: "" };
        break;
      case "sdnEntry/idList/id/idType":
        this.#document.type = text;
        break;
      case "sdnEntry/idList/id/idNumber":
        this.#document.number = text;
        break;
      case "sdnEntry/idList/id":
        entry.addresses.push([this.#document.type, this.#document.number]);
        this.#document = { type: "", number: "" };
        break;
      case "sdnEntry":
        this.#keep(entry);
        this.#entry = emptyEntry();
        break;
    }
  }

  #keep({ uid, first, last, kind, programs, aliases, addresses }: SdnEntry): void {
    this.#entries += 1;
    if (uid === "") throw new ListUnreadable(`entry ${this.#entries} of the file has no uid`);
    const listed = addresses.flatMap(([label, text]) => {
      const asset = assetOf(label);
      return (asset !== undefined && listedAddress(text, asset, uid)) || [];
    });
    if (listed.length === 0) return;
    this.#addresses.push(...keptElements(listed));
    const party: ListedParty = {
      ...{ uid, name: nameOf([first, last]), kind: entryTypeOf(kind), category: "sanctions" },
      ...{ programs: [...new Set(programs)], aliases: [...new Set(aliases)].filter(Boolean) },
    };
    this.#parties.push(keptElements(party));
  }

  result(): ParsedList {
    const publishedAt = publishedDay(this.#published);
    if (this.#said !== this.#entries)
      throw new ListUnreadable(`the file says it has ${this.#said ?? "no"} records, and has ${this.#entries}`);
    return {
      ...{ publishedAt, records: this.#entries },
      ...{ parties: this.#parties, addresses: this.#addresses },
    };
  }
}

function emptyEntry(): SdnEntry {
  return { uid: "", first: "", last: "", kind: "", programs: [], aliases: [], addresses: [] };
}
