import * as z from "zod";
import type { Instant } from "../core/time.ts";
import { feeRule } from "./fee-rule.ts";
import { flagKeys } from "./flag.ts";
import type { PendingChange, Tenant } from "./tenant.ts";

/** The wallet is its address, its chain and its stablecoin together. */
const walletFields = ["destWallet", "destChain", "stable"] as const;

/** The settings of a tenant that say where its money goes, by whom it is collected, and whom letters about that reach. */
export const guardedFields = [...walletFields, "partnerCustomerId", "contactEmail"] as const;
export type GuardedField = (typeof guardedFields)[number];

const guardedValues = z
  .object({
    destWallet: z.string().describe("the address that settlements are paid to"),
    destChain: z.string().describe("the chain that it is on"),
    stable: z.string().describe("the stablecoin that is paid out"),
    partnerCustomerId: z.string().nullable().describe("the rail's customer"),
    contactEmail: z.string().describe("the address that letters to the tenant go to"),
  })
  .partial();

type GuardedValues = Readonly<z.infer<typeof guardedValues>>;

const tenantChange = z.object({
  kind: z.literal("tenant").describe("what is changed: settings of a tenant"),
  before: guardedValues.describe("what is in force until then"),
  after: guardedValues.describe("what is in force from then on"),
});

/** A default fee rule that is to be made; it begins at `effectiveFrom`, and never before it is approved. */
const feeRuleChange = z.object({
  kind: z.literal("fee_rule").describe("what is changed: the default fee rule"),
  rule: feeRule
    .omit({ id: true, createdAt: true, effectiveFrom: true })
    .extend({ effectiveFrom: z.string().nullable().describe("from when on it is charged; null: from its approval on") })
    .describe("the rule that is to be made"),
});

const flagChange = z.object({
  kind: z.literal("flag").describe("what is changed: the setting of a flag"),
  key: z.enum(flagKeys).describe("the flag"),
  enabled: z.boolean().nullable().describe("what it is to be set to; null: the setting is removed"),
  tenantId: z.string().nullable(),
  note: z.string().nullable(),
  before: z
    .object({ enabled: z.boolean().describe("whether it was on"), at: z.string().describe("when it was set so") })
    .nullable()
    .describe("the setting when it was asked for, and since when; null: none"),
});

/** What waits for a second operator beside actions on records. */
export const guardedChange = z.discriminatedUnion("kind", [tenantChange, feeRuleChange, flagChange]);

export type TenantSettingsChange = Readonly<z.infer<typeof tenantChange>>;
export type FlagSettingChange = Readonly<z.infer<typeof flagChange>>;

function valuesOf(state: GuardedValues, fields: readonly GuardedField[]): GuardedValues {
  return Object.fromEntries(fields.map((field) => [field, state[field]]));
}

/** What a change of a tenant redirects; null where every value that is guarded stays as it is. A changed wallet is told whole. */
export function guardedPart(
  state: Pick<Tenant, GuardedField>,
  input: { readonly [K in GuardedField]?: Tenant[K] | undefined },
): TenantSettingsChange | null {
  const next = { ...state, ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) };
  const differs = (field: GuardedField) => next[field] !== state[field];
  const isOtherWallet = walletFields.some(differs);
  const fields = guardedFields.filter((field) =>
    walletFields.some((each) => each === field) ? isOtherWallet : differs(field),
  );
  if (fields.length === 0) return null;
  return { kind: "tenant", before: valuesOf(state, fields), after: valuesOf(next, fields) };
}

/** The fields of a tenant that a change gives another value. */
export function changedSettings({ before, after }: TenantSettingsChange): GuardedField[] {
  return guardedFields.filter((field) => field in after && before[field] !== after[field]);
}

/** Whether what a change redirects still stands as it did when it was asked for. */
export function isAsBefore(state: Pick<Tenant, GuardedField>, { before }: TenantSettingsChange): boolean {
  return guardedFields.every((field) => !(field in before) || before[field] === state[field]);
}

/** The wallet that a change leads to; null where it leaves the wallet alone. */
export function newWallet({ after }: TenantSettingsChange): { address: string; chain: string } | null {
  const { destWallet: address, destChain: chain } = after;
  return address === undefined || chain === undefined ? null : { address, chain };
}

/** The change of a tenant that waits at a moment; null where none does, or its time is over. */
export function pendingChangeAt({ pendingChange }: Pick<Tenant, "pendingChange">, now: Instant): PendingChange | null {
  return pendingChange !== undefined && pendingChange.expiresAt > now ? pendingChange : null;
}
