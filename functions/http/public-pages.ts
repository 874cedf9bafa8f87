import { Refusal } from "../domain/core/refusal.ts";
import { type BrowserFrame, formTokenField } from "./browser.ts";
import { isFormToken } from "./form-token.ts";
import { requireOwnSite } from "./own-site.ts";

/** What pages for everybody work with. */
export interface PublicPagesSettings {
  /** The pages' own host, beside the one that the gateway was asked for. */
  readonly host: string;
  readonly refused: BrowserFrame["refused"];
  /** The path parameter that is a page's secret, and what its forms are for; left out where no form needs proof. */
  readonly proof?: { readonly parameter: string; readonly purpose: string };
}

/** Pages that anybody may open: nobody signs in, and a form comes from our own page or not at all. */
export function publicPages({ host, refused, proof }: PublicPagesSettings): BrowserFrame {
  return {
    authenticate: () => Promise.reject(new Error("these pages ask nobody who they are")),
    requireOwnSite: (header, params, form) => {
      requireOwnSite(header, host, true);
      if (!proof) return;
      const secret = params[proof.parameter] ?? "";
      if (!isFormToken(form()[formTokenField] ?? "", secret, proof.purpose))
        throw new Refusal("foreign_form", "this form is not from its page");
    },
    everywhere: true,
    refused,
  };
}
