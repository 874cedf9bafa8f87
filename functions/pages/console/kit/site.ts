import { settings } from "../../../wiring/core/env.ts";

/** What differs between the two products' consoles. */
interface Site {
  readonly name: string;
  /** Its places, in the order of a working day. */
  readonly places: readonly (readonly [place: string, name: string])[];
  readonly search: { readonly label: string; readonly placeholder: string };
}

const sites: Readonly<Record<typeof settings.SERVICE, Site>> = {
  rails: {
    name: "sluice",
    places: [
      ["", "Overview"],
      ["review", "Review queue"],
      ["approvals", "Approvals"],
      ["settlements", "Settlements"],
      ["escrows", "Escrows"],
      ["disputes/alerts", "Disputes"],
      ["reserves", "Reserves"],
      ["recon", "Books"],
      ["deliveries", "Deliveries"],
      ["tenants", "Tenants"],
      ["people/applications", "People"],
      ["flags", "Flags"],
      ["audit", "Audit trail"],
    ],
    search: {
      label: "Find by id, invoice number, reference, hash or wallet",
      placeholder: "Id, invoice, reference, hash, wallet",
    },
  },
  screening: {
    name: "sluice screening",
    places: [
      ["", "Overview"],
      ["requests", "Requests"],
      ["accounts", "Accounts"],
      ["own-lists", "Own lists"],
      ["screens", "Screens"],
      ["lists", "Lists"],
    ],
    search: {
      label: "Find by a screen’s, account’s or entry’s id, or by wallet",
      placeholder: "Id of a screen, account or entry; wallet",
    },
  },
};

/** The console that this Lambda is of. */
export const site = sites[settings.SERVICE];
