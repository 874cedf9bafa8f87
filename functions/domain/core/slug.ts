/** Room is left for a number behind it: a tenant's slug has 2 to 39 characters. */
const longest = 34;

/** What a company's name is in an address: small letters of ASCII, digits and hyphens; `tenant` where nothing of it is left. */
export function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-|-$/g, "");
  return plain.length < 2 ? "tenant" : plain;
}

/** The slugs that a name may have, the plainest first: `acme`, `acme-2` ... */
export function slugsOf(name: string, most: number): string[] {
  const first = slugOf(name);
  return Array.from({ length: most }, (_, at) => (at === 0 ? first : `${first}-${at + 1}`));
}
