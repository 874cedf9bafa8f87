import * as z from "zod";

const reason = z.object({ reason: z.string().min(1) });

/** What we read of a KYC link. `developer_reason` is Bridge's word to us alone and is not read at all. */
export const kycLink = z.object({
  id: z.string().min(1).max(128),
  full_name: z.string().nullish(),
  type: z.string().nullish(),
  customer_id: z.string().min(1).max(128).nullish(),
  kyc_link: z.string().nullish(),
  tos_link: z.string().nullish(),
  kyc_status: z.string(),
  tos_status: z.string().nullish(),
  rejection_reasons: z.array(z.unknown()).nullish(),
});

export type KycLink = z.infer<typeof kycLink>;

/** Bridge's no to an address that it knows, with the link that it made for it before. */
const duplicate = z.object({ existing_kyc_link: kycLink });

/** The link that a no hands over; undefined where it has none. */
export function existingLink(body: unknown): KycLink | undefined {
  return duplicate.safeParse(body).data?.existing_kyc_link;
}

const mostReasons = 5;
const longestReason = 300;

/** Why Bridge said no, in the words that it wrote for its customer. */
export function reasonsOf({ rejection_reasons: response }: KycLink): string[] {
  const reasons = (response ?? []).flatMap((each) => reason.safeParse(each).data?.reason.trim() ?? []);
  return [...new Set(reasons)].slice(0, mostReasons).map((each) => each.slice(0, longestReason));
}

const requirements = z.object({ missing: z.unknown().optional(), issues: z.unknown().optional() });

const deepest = 8;

/** The codes in what a customer's endorsement lacks: lists in `all_of` and `any_of`, people with `items`, issues by the field that has them. */
export function codesIn(response: unknown): string[] {
  const read = requirements.safeParse(response).data;
  return read ? [...new Set([...codes(read.missing, 0), ...codes(read.issues, 0)])] : [];
}

function codes(response: unknown, depth: number): string[] {
  if (typeof response === "string") return /^\w{1,100}$/.test(response) ? [response] : [];
  if (depth === deepest || typeof response !== "object" || response === null) return [];
  if (Array.isArray(response)) return response.flatMap((each) => codes(each, depth + 1));
  return Object.entries(response).flatMap(([name, value]) => {
    // A person's own id stands beside what they lack.
    if (name === "associated_person" && typeof value === "string") return [];
    return typeof value === "string" ? codes(name, depth) : codes(value, depth + 1);
  });
}
