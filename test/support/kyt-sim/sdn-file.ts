/** A list in the form of OFAC's SDN.XML, with one invented party for each address. */
export function sdnFile(addresses: readonly string[]): string {
  const entries = addresses.map(
    (address, at) => `  <sdnEntry>
    <uid>${800_000 + 2 * at}</uid>
    <lastName>INVENTED PARTY ${at + 1}</lastName>
    <sdnType>Entity</sdnType>
    <programList><program>CYBER2</program></programList>
    <idList>
      <id>
        <uid>${800_001 + 2 * at}</uid>
        <idType>Digital Currency Address - ETH</idType>
        <idNumber>${address}</idNumber>
      </id>
    </idList>
  </sdnEntry>`,
  );
  return `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation>
    <Publish_Date>11/20/2026</Publish_Date>
    <Record_Count>${addresses.length}</Record_Count>
  </publshInformation>
${entries.join("\n")}
</sdnList>
`;
}
