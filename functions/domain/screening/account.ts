import * as z from "zod";
import { firstApiVersion } from "../core/api-version.ts";
import { invalidField, Refusal } from "../core/refusal.ts";
import { type PlanName, planNames, plans } from "./plan.ts";

/** Who screens with us, under a plan. On the rails a tenant is what an account is here. */
export const account = z.object({
  id: z.string(),
  name: z.string().describe("whose account it is"),
  plan: z.enum(planNames).describe("what it may do a month"),
  status: z.enum(["active", "suspended"]).describe("suspended: it screens nothing and still reads"),
  /** Its keys that are not revoked, as many as the plan counts. */
  activeKeys: z.int().min(0).describe("its keys that are not revoked"),
  apiVersion: z
    .string()
    .default(firstApiVersion)
    .describe("the version of the API that it is served in: the newest when it was opened"),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Account = z.infer<typeof account>;

/** The no to a suspended account, whose reads alone go on. */
export function refuseSuspendedAccount({ status }: Pick<Account, "status">): Refusal | undefined {
  if (status === "active") return undefined;
  return new Refusal("tenant_suspended", "this account is suspended");
}

/** The no to a key above what the plan gives. Keys from a larger plan before go on. */
export function refuseKey({ plan, activeKeys }: Pick<Account, "plan" | "activeKeys">): Refusal | undefined {
  const { apiKeys, title } = plans[plan];
  if (apiKeys === null || activeKeys < apiKeys) return undefined;
  const limit = apiKeys === 1 ? "1 API key" : `${apiKeys} API keys`;
  return new Refusal("key_limit_reached", `the ${title} plan has ${limit}; revoke one, or change the plan`, {
    extra: { limit: apiKeys, used: activeKeys },
  });
}

/** The no to the sandbox's plan where keys are live: it has no limits and no price. */
export function refusePlan(plan: PlanName | undefined, environment: "live" | "test"): Refusal | undefined {
  if (environment === "test" || plan !== "sandbox") return undefined;
  const message = "the plan sandbox is for sandbox stages";
  return invalidField("plan", message, `plan: ${message}`);
}
