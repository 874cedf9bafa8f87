import * as z from "zod";
import { type Customer, customer } from "./customer.ts";

/** A customer as clients see it. */
export const customerView = customer
  .extend({ object: z.literal("customer").describe("what kind of record this is") })
  .meta({ id: "Customer" });

export function viewCustomer(state: Customer): z.infer<typeof customerView> {
  return { ...state, object: "customer" };
}
