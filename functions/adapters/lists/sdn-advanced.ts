import { ListUnreadable } from "../../domain/screening/list-check.ts";
import type { ListedAddress, ListedParty, ParsedList } from "../../domain/screening/list-entry.ts";
import { assetOf, calendarDay, entryTypeOf, listedAddress, nameOf } from "./mapping.ts";
import { type ElementReader, selectedElements } from "./xml-elements.ts";

type Attributes = Readonly<Record<string, string>>;

/** A name as the export has it: parts whose kinds are said beside the aliases. */
interface AdvancedName {
  readonly isPrimary: boolean;
  readonly parts: { readonly group: string; text: string }[];
}

const references = "ReferenceValueSets/";
const profile = "DistinctParties/DistinctParty/Profile";
const alias = `${profile}/Identity/Alias`;
const entry = "SanctionsEntries/SanctionsEntry";

/** Parts of a person's name, in their order; the family's comes last. */
const personParts = ["Nickname", "First Name", "Middle Name", "Patronymic", "Matronymic", "Maiden Name"];

/** sdn_advanced.xml: words are numbers of reference values, parties come before what they are sanctioned by. Says no count of its records. */
export class AdvancedReader implements ElementReader<ParsedList> {
  /** Reference values that are needed, by kind and number. */
  readonly #values = new Map<string, string>();
  readonly #parties = new Map<string, ListedParty>();
  readonly #addresses: ListedAddress[] = [];
  readonly #issued: Record<string, string> = {};
  #records = 0;
  #entries = 0;
  #reference = "";
  #subType = { id: "", party: "" };
  #uid = "";
  #kind = "";
  #feature = "";
  #primary = false;
  #names: AdvancedName[] = [];
  readonly #groups = new Map<string, string>();
  #listed: ListedAddress[] = [];
  #sanctioned = "";
  #measure = "";

  open(path: string, attributes: Attributes): void {
    if (path.startsWith(references)) this.#openReference(path, attributes);
    else if (path === profile) this.#openProfile(attributes);
    else if (path === alias) this.#primary = attributes.Primary === "true";
    else if (path === `${alias}/DocumentedName`) this.#names.push({ isPrimary: this.#primary, parts: [] });
    else if (path === `${alias}/DocumentedName/DocumentedNamePart/NamePartValue`)
      this.#names.at(-1)?.parts.push({ group: attributes.NamePartGroupID ?? "", text: "" });
    else if (path.endsWith("/NamePartGroup"))
      this.#groups.set(attributes.ID ?? "", this.#value("NamePartType", attributes.NamePartTypeID));
    // Beside the profile in some copies of the file, within it in OFAC's.
    else if (path === `${profile}/Feature` || path === "DistinctParties/DistinctParty/Feature")
      this.#feature = this.#value("FeatureType", attributes.FeatureTypeID);
    else if (path === entry) this.#sanctioned = attributes.ProfileID ?? "";
    else if (path === `${entry}/SanctionsMeasure`)
      this.#measure = this.#value("SanctionsType", attributes.SanctionsTypeID);
  }

  close(path: string, text: string): void {
    if (path.startsWith("DateOfIssue/")) this.#issued[path.slice("DateOfIssue/".length)] = text;
    else if (path.startsWith(references)) this.#closeReference(path, text);
    else if (path.endsWith("/NamePartValue")) this.#closePart(text);
    else if (path.endsWith("/Feature/FeatureVersion/VersionDetail")) this.#closeDetail(text);
    else if (path === "DistinctParties/DistinctParty") this.#keep();
    else if (path === `${entry}/SanctionsMeasure/Comment`) this.#closeProgram(text);
    else if (path === entry) this.#entries += 1;
  }

  #openReference(path: string, { ID = "", PartyTypeID = "" }: Attributes): void {
    this.#reference = ID;
    if (path.endsWith("/PartySubType")) this.#subType = { id: ID, party: PartyTypeID };
  }

  #closeReference(path: string, text: string): void {
    const kind = path.slice(path.lastIndexOf("/") + 1);
    const word = kind === "PartySubType" && text === "Unknown" ? `of ${this.#subType.party}` : text;
    this.#values.set(selectedElements(`${kind} ${this.#reference}`), selectedElements(word));
  }

  #value(kind: string, id = ""): string {
    return this.#values.get(`${kind} ${id}`) ?? "";
  }

  #openProfile({ ID = "", PartySubTypeID }: Attributes): void {
    const word = this.#value("PartySubType", PartySubTypeID);
    this.#uid = ID;
    this.#kind = word.startsWith("of ") ? this.#value("PartyType", word.slice("of ".length)) : word;
  }

  #closePart(text: string): void {
    const part = this.#names.at(-1)?.parts.at(-1);
    if (part) part.text = text;
  }

  #closeDetail(text: string): void {
    const asset = assetOf(this.#feature);
    const listed = asset !== undefined && listedAddress(text, asset, this.#uid);
    if (listed) this.#listed.push(listed);
  }

  #closeProgram(text: string): void {
    const party = this.#parties.get(this.#sanctioned);
    if (this.#measure === "Program" && party && text !== "" && !party.programs.includes(text))
      party.programs.push(selectedElements(text));
  }

  #keep(): void {
    this.#records += 1;
    if (this.#uid === "") throw new ListUnreadable(`party ${this.#records} of the file has no profile`);
    if (this.#listed.length > 0) {
      const names = this.#names.map((name) => ({ ...name, text: this.#textOf(name) }));
      const name = names.find(({ isPrimary }) => isPrimary)?.text ?? names[0]?.text ?? "";
      const aliases = [...new Set(names.map(({ text }) => text))].filter((text) => text && text !== name);
      const party = selectedElements({
        uid: this.#uid,
        name,
        kind: entryTypeOf(this.#kind),
        category: "sanctions" as const,
        aliases,
      });
      this.#parties.set(party.uid, { ...party, programs: [] });
      this.#addresses.push(...selectedElements(this.#listed));
    }
    this.#uid = "";
    this.#names = [];
    this.#listed = [];
    this.#groups.clear();
  }

  #textOf({ parts }: AdvancedName): string {
    const of = (kind: string) => parts.filter(({ group }) => this.#groups.get(group) === kind).map(({ text }) => text);
    const family = of("Last Name").map((text) => text.toUpperCase());
    const person = [...personParts.flatMap(of), ...family];
    return nameOf(person.length > 0 ? person : parts.map(({ text }) => text));
  }

  result(): ParsedList {
    const { Year = "", Month = "", Day = "" } = this.#issued;
    const publishedAt = calendarDay(Year, Month, Day, [Year, Month, Day].filter(Boolean).join("-"));
    // Parties are there for what they are sanctioned by; a file that lost all of that is no list.
    if (this.#entries === 0) throw new ListUnreadable("the file has no sanctions entries");
    return {
      ...{ publishedAt, records: this.#records },
      ...{ parties: [...this.#parties.values()], addresses: this.#addresses },
    };
  }
}
