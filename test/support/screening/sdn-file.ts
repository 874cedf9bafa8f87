/** A party of a file that a test makes. */
export interface FiledParty {
  readonly uid?: string;
  readonly first?: string;
  readonly last?: string;
  readonly kind?: string;
  readonly programs?: readonly string[];
  readonly aliases?: readonly string[];
  /** Labels and addresses. */
  readonly ids?: readonly (readonly [string, string])[];
}

interface FiledList {
  /** As OFAC writes it: 11/02/2026. */
  readonly date?: string;
  /** What the file says of itself, where that is not true. */
  readonly count?: number | string;
  readonly head?: string;
}

function tagged(name: string, text: string | undefined): string {
  return text === undefined ? "" : `<${name}>${text}</${name}>`;
}

/** A list in the form of OFAC's SDN.XML; texts are put in as they are. */
export function sdnFile(parties: readonly FiledParty[], reply: FiledList = {}): string {
  const { date = "11/02/2026", count = parties.length, head = '<?xml version="1.0" standalone="yes"?>' } = reply;
  return [
    head,
    '<sdnList xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">',
    `<publshInformation><Publish_Date>${date}</Publish_Date><Record_Count>${count}</Record_Count></publshInformation>`,
    ...parties.map(sdnEntry),
    "</sdnList>",
  ].join("\r\n");
}

/** One entry of it. */
export function sdnEntry(
  { uid, first, last = "SOMEBODY", kind = "Entity", programs = ["CYBER2"], aliases = [], ids = [] }: FiledParty,
  at: number,
): string {
  const filedIds = ids.map(
    ([label, address], nth) =>
      `<id>${tagged("uid", `${at}${nth}7`)}${tagged("idType", label)}${tagged("idNumber", address)}</id>`,
  );
  const akas = aliases.map(
    (name, nth) => `<aka>${tagged("uid", `${at}${nth}8`)}${tagged("type", "a.k.a.")}${tagged("lastName", name)}</aka>`,
  );
  return [
    "<sdnEntry>",
    tagged("uid", uid ?? `${1_000 + at}`),
    tagged("firstName", first),
    tagged("lastName", last),
    tagged("sdnType", kind),
    tagged("programList", programs.map((each) => tagged("program", each)).join("")),
    ids.length === 0 ? "" : tagged("idList", filedIds.join("\n")),
    akas.length === 0 ? "" : tagged("akaList", akas.join("\n")),
    "</sdnEntry>",
  ].join("\n  ");
}

/** So many parties with one address each, numbered from `from`. */
export function manyParties(count: number, from = 0): FiledParty[] {
  return Array.from({ length: count }, (_, at) => ({
    uid: `${5_000 + from + at}`,
    last: `PARTY ${from + at}`,
    ids: [["Digital Currency Address - ETH", `0x${(from + at).toString(16).padStart(40, "0")}`]],
  }));
}
