/** What is wrong with a routing number: not nine digits, digits that do not add up, or a district that there is none of. */
export type RoutingNumberProblem = "length" | "checksum" | "district";

/** First two digits that the Federal Reserve gives out: the government's, its twelve districts', those of thrifts, of electronic transactions and of traveller's cheques. */
const districts: readonly (readonly [number, number])[] = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
];

const weights = [3, 7, 1] as const;

/** Why nine characters are no routing number of a US bank, by the ABA's checksum; undefined where they may be one. It catches every single wrong digit, and every swap of neighbours but of those that differ by five. */
export function routingNumberProblem(routingNumber: string): RoutingNumberProblem | undefined {
  if (!/^\d{9}$/.test(routingNumber)) return "length";
  const sum = [...routingNumber].reduce((total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0), 0);
  // Nine zeros add up as well.
  if (sum === 0 || sum % 10 !== 0) return "checksum";
  const district = Number(routingNumber.slice(0, 2));
  return districts.some(([from, to]) => from <= district && district <= to) ? undefined : "district";
}
