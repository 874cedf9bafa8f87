import * as z from "zod";

export const lineItem = z.object({
  id: z.string().describe("the line's id on its invoice"),
  description: z.string().describe("what is charged for, as it is printed"),
  unitCents: z.int().describe("the price of one, in cents before tax; below zero for a credit"),
  quantity: z.int().describe("how many"),
  amountCents: z.int().describe("cents: unitCents times quantity, before discount and tax"),
  discountCents: z.int().default(0).describe("its share of the invoice's discount, in cents"),
  taxRate: z.int().nullable().default(null).describe("basis points; null where the tax was given in cents, or none"),
  taxCents: z.int().default(0).describe("tax on amountCents less discountCents, half up to the cent"),
});

export type LineItem = z.infer<typeof lineItem>;
