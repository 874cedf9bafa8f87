import { expect, test } from "vitest";
import { parserOf } from "../../../functions/adapters/lists/parsers.ts";
import { bytesOf } from "../../support/screening/memory-lists.ts";

const parser = parserOf("ofac_sdn");

interface Advanced {
  readonly features?: string;
  readonly entries?: string;
}

function name(parts: readonly (readonly [group: string, text: string])[]): string {
  const values = parts.map(
    ([group, text]) =>
      `<DocumentedNamePart><NamePartValue NamePartGroupID="${group}" ScriptID="215">${text}</NamePartValue></DocumentedNamePart>`,
  );
  return `<DocumentedName ID="1">${values.join("")}</DocumentedName>`;
}

function feature(type: string, text: string): string {
  return `<Feature ID="9" FeatureTypeID="${type}"><FeatureVersion ID="8" ReliabilityID="1560"><Comment />
    <VersionDetail DetailTypeID="1432">${text}</VersionDetail></FeatureVersion></Feature>`;
}

/** One person and one vessel in the form of OFAC's sdn_advanced.xml. */
function advanced({
  features = feature("344", "bc1qadvanced") + feature("25", "Male"),
  entries = `<SanctionsEntry ID="7" ProfileID="7" ListID="1550"><EntryEvent ID="7"><Comment>listed</Comment></EntryEvent>
    <SanctionsMeasure ID="1" SanctionsTypeID="1705"><Comment /></SanctionsMeasure>
    <SanctionsMeasure ID="2" SanctionsTypeID="1"><Comment>DPRK3</Comment></SanctionsMeasure>
    <SanctionsMeasure ID="3" SanctionsTypeID="1"><Comment>CYBER2</Comment></SanctionsMeasure></SanctionsEntry>`,
}: Advanced = {}): string {
  const groups = ["<NamePartGroups><MasterNamePartGroup>"];
  groups.push('<NamePartGroup ID="71" NamePartTypeID="1520" /><NamePartGroup ID="72" NamePartTypeID="1521" />');
  groups.push("</MasterNamePartGroup></NamePartGroups>");
  const family = ["71", "Testerson"] as const;
  const first = ["72", "Arvid"] as const;
  return `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML" Version="3">
  <DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>8</Month><Day>20</Day></DateOfIssue>
  <ReferenceValueSets>
    <FeatureTypeValues>
      <FeatureType ID="344" FeatureTypeGroupID="1">Digital Currency Address - XBT</FeatureType>
      <FeatureType ID="25" FeatureTypeGroupID="1">Gender</FeatureType>
    </FeatureTypeValues>
    <NamePartTypeValues><NamePartType ID="1520">Last Name</NamePartType><NamePartType ID="1521">First Name</NamePartType></NamePartTypeValues>
    <PartySubTypeValues><PartySubType ID="1" PartyTypeID="3">Vessel</PartySubType><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues>
    <PartyTypeValues><PartyType ID="1">Individual</PartyType></PartyTypeValues>
    <SanctionsTypeValues><SanctionsType ID="1">Program</SanctionsType><SanctionsType ID="1705">Block</SanctionsType></SanctionsTypeValues>
  </ReferenceValueSets>
  <DistinctParties>
    <DistinctParty FixedRef="7"><Comment /><Profile ID="7" PartySubTypeID="4"><Identity ID="77" Primary="true" False="false">
      <Alias FixedRef="7" AliasTypeID="1400" Primary="false">${name([family, ["72", "Arne"]])}</Alias>
      <Alias FixedRef="7" AliasTypeID="1403" Primary="true">${name([family, first])}</Alias>
      ${groups.join("")}</Identity>${features}</Profile></DistinctParty>
    <DistinctParty FixedRef="8"><Comment /><Profile ID="8" PartySubTypeID="1"><Identity ID="88" Primary="true" False="false" /></Profile></DistinctParty>
  </DistinctParties>
  <SanctionsEntries>${entries}</SanctionsEntries>
</Sanctions>`;
}

test("the advanced export says the same of a party in its own way", async () => {
  expect(await parser(bytesOf(advanced()))).toEqual({
    publishedAt: "2026-08-20",
    records: 2,
    parties: [
      {
        ...{ uid: "7", name: "Arvid TESTERSON", kind: "individual", category: "sanctions" },
        ...{ programs: ["DPRK3", "CYBER2"], aliases: ["Arne TESTERSON"] },
      },
    ],
    addresses: [{ address: "bc1qadvanced", asset: "XBT", partyUid: "7" }],
  });
});

test("an advanced export that lost what its parties are sanctioned by is refused", async () => {
  await expect(parser(bytesOf(advanced({ entries: "" })))).rejects.toThrow("no sanctions entries");
});

test("an advanced export that is cut off is refused, wherever", async () => {
  const whole = advanced();
  for (let end = 50; end < whole.length; end += 211)
    await expect(parser(bytesOf(whole.slice(0, end)))).rejects.toThrow();
});

test("an advanced export with a party that has no profile is refused", async () => {
  const text = advanced().replace('<Profile ID="8"', "<Profile");
  await expect(parser(bytesOf(text))).rejects.toThrow("party 2 of the file has no profile");
});
