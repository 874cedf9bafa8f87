import type { DispatchContext } from "../../../functions/app/operations/carry-out.ts";

const nobody = () => Promise.reject(new Error("no business applies here"));

/** A partner for worlds in which no business applies. */
export const noPartner: DispatchContext["partner"] = {
  onboarding: { name: "none", apply: nobody, look: nobody },
  onboardUrl: "https://p.test",
  log: { begin: () => undefined, info: () => undefined, error: () => undefined },
};

/** The same for worlds in which nobody gets a letter either. */
export const noPeople: Pick<DispatchContext, "mails" | "partner"> = {
  mails: { send: () => Promise.resolve() },
  partner: noPartner,
};
