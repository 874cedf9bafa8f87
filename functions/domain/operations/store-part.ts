/** Parts of the book that a Lambda may be let write alone, by how the partitions of their rows begin; IAM holds it to them (`dynamodb:LeadingKeys`). */
export const storeParts = {
  /** What a tenant's request is counted by, and when its key was used. */
  "request-counts": ["rate#*", "key_use#*"],
  /** How many wrong credentials came from where, and that there were too many. */
  "wrong-tries": ["wrong_tries#*", "try_*"],
  /** What a sign-in to a console begins, uses up and counts, its entries, and what it is held against while it is written. */
  "sign-ins": [
    ...(["session#*", "sign-in#*", "console-link#*", "lockout#*", "act_*"] as const),
    ...(["session-endings*", "operator-passkeys#*"] as const),
  ],
  /** What an invoice's page counts of forms. */
  "payer-counts": ["rate#payer#*"],
  /** Answers under Idempotency-Keys. */
  claims: ["claim#*"],
  /** Requests for access, and how many came from where and for whom. */
  signups: ["sgn_*", "signup_of#*", "signups_from#*"],
  /** The same of screening accounts. */
  "account-signups": ["acr_*", "signup_of#*", "signups_from#*"],
  /** How often the playground was used from where. */
  "playground-counts": ["playground#*"],
  applications: ["kyb_*"],
  /** Customers, and what finds them by an address. */
  customers: ["cus_*", "find#customer_at#*"],
  escrows: ["esc_*"],
  /** An invoice's payment: both records, what finds it, and a screen that ended it before it began. */
  payments: ["inv_*", "stl_*", "find#*", "screen#*"],
  /** Screens, what finds them, and the account's month. */
  screens: ["scr_*", "find#*", "usage#*"],
} as const;

export type StorePart = keyof typeof storeParts;

/** The part that a grant lets write, where it is one of these; null for every other grant. */
export function storePartOf(grant: string): StorePart | null {
  const part = grant.endsWith(":write") ? grant.slice(0, -":write".length) : "";
  return Object.hasOwn(storeParts, part) ? (part as StorePart) : null;
}
