/** Why a URL cannot be a webhook endpoint, or undefined: it is https to a public address, on a local sandbox also http and loopback. Addresses behind names are checked again when connecting. */
export function webhookUrlProblem(text: string, policy: { readonly local: boolean }): string | undefined {
  // A URL parser drops line breaks and mends lone surrogates: what is called would not be what is on record.
  if (/[\s\p{Cc}\p{Cs}]/u.test(text) || !URL.canParse(text)) return "not a URL";
  const url = new URL(text);
  if (url.protocol !== "https:" && !(policy.local && url.protocol === "http:")) return "https only";
  if (url.username !== "" || url.password !== "") return "no user or password in the URL";
  if (blockedPorts.includes(Number(url.port || 443))) return "this port is not called";
  if (url.hash !== "") return "no fragment";
  return undefined;
}

/** The ports of other protocols, which browsers do not call either (WHATWG Fetch, 2.9), and of data stores and remote control: what is sent there might be taken for commands. 1 and 9, where nobody answers, stay for those who try out failures on their own machine. */
const blockedPorts = [
  ...[0, 7, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110],
  ...[111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1433, 1521, 1719, 1720, 1723, 2049, 2375],
  ...[2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672, 5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669],
  ...[6679, 6697, 9042, 9092, 9200, 10_080, 11_211, 27_017],
];

/** Why the port of a new endpoint's URL is refused: on the Internet a webhook's server has one of two. Endpoints from before are called where they are, but for blocked ports. */
export function newPortProblem(text: string, policy: { readonly local: boolean }): string | undefined {
  const { port } = new URL(text);
  return policy.local || port === "" || port === "8443" ? undefined : "port 443 or 8443 only";
}
