import * as z from "zod";
import { accountTypes } from "../core/bank-account.ts";
import { entityTypes, idTypes, ownerAnswers } from "./enums.ts";

export const fileStatuses = ["pending", "provided", "rejected"] as const;

/** Something secret: sealed, but for what is shown of it. */
export const sealedText = z.object({ sealed: z.string(), last4: z.string() });
export type SealedText = z.infer<typeof sealedText>;

export const postalAddress = z.object({
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  /** A US state by its two letters; anything elsewhere. */
  region: z.string().nullable(),
  postalCode: z.string().nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
});
export type PostalAddress = z.infer<typeof postalAddress>;

export const company = z.object({
  legalName: z.string(),
  tradingName: z.string().nullable(),
  entityType: z.enum(entityTypes),
  country: z.string(),
  state: z.string().nullable(),
  formationDate: z.string(),
  taxId: sealedText,
  industry: z.string(),
  website: z.string().nullable(),
  email: z.string(),
  phone: z.string(),
});
export type Company = z.infer<typeof company>;

/** `operating` is null where business is done at the registered address. */
export const addresses = z.object({ registered: postalAddress, operating: postalAddress.nullable() });
export type Addresses = z.infer<typeof addresses>;

export const person = z.object({
  id: z.string(),
  fullName: z.string(),
  birthDate: z.object({ sealed: z.string() }),
  /** Nationality. */
  country: z.string(),
  email: z.string(),
  address: postalAddress,
  idType: z.enum(idTypes),
  idNumber: sealedText,
  /** Share in hundredths of a percent; 0 for who owns nothing. */
  ownershipBps: z.int().min(0).max(10_000),
  isControlPerson: z.boolean(),
  /** Office held; a control person has one. */
  title: z.string().nullable(),
});
export type Person = z.infer<typeof person>;

export const payout = z.object({
  accountHolder: z.string(),
  bankName: z.string().nullable(),
  routingNumber: z.string(),
  accountNumber: sealedText,
  accountType: z.enum(accountTypes),
  wallet: z.string(),
  chain: z.string(),
  stable: z.string(),
});
export type Payout = z.infer<typeof payout>;

export const kybAnswers = z.object({
  company: company.nullable(),
  addresses: addresses.nullable(),
  people: z.array(person),
  /** What was declared of the owners of 25 % or more; null until it was. */
  owners: z.enum(ownerAnswers).nullable(),
  payout: payout.nullable(),
  /** When the answers were last read through as they are; null since something changed. */
  reviewedAt: z.string().nullable(),
});
export type KybAnswers = z.infer<typeof kybAnswers>;
