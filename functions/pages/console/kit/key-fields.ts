import type { KeyScope } from "../../../domain/tenants/key-scope.ts";

/** What a form asks of a key that is minted; `called` says what each scope allows. */
export function keyFields(called: Readonly<Partial<Record<KeyScope, string>>>) {
  return {
    name: "Name of the key",
    scopes: {
      label: "Scopes",
      hint: "* stands alone: untick it to choose. Give each program a key of its own, with as little as it needs",
      options: Object.entries(called),
    },
    expiresAt: {
      label: "Expires",
      type: "datetime-local",
      hint: "In UTC; from then on it is refused. Left out, it goes on until it is revoked",
    },
    sourceRanges: {
      label: "Source ranges",
      type: "lines",
      hint: "IPv4 or IPv6 ranges such as 203.0.113.0/24, or single addresses, up to 20, with blanks, commas or line breaks between them; from elsewhere it is refused. Left out, it may be used from anywhere",
    },
  } as const;
}
