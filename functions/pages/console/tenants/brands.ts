import { html } from "hono/html";
import { listBrands } from "../../../app/tenants/brand-list.ts";
import { consolePeopleOperations } from "../../../contract/console/console-people.ts";
import type { BrandRecord } from "../../../domain/tenants/brand.ts";
import type { Html } from "../../kit/page.ts";
import { isolated, nameLink, section } from "../kit/components.ts";
import { filterForm } from "../kit/form.ts";
import { peopleNav } from "../onboarding/people-labels.ts";
import { peopleList } from "../people-context.ts";
import { swatch } from "./brand-preview.ts";

function brandCell(brand: BrandRecord | null): Html | string {
  return brand === null ? "–" : html`${swatch(brand.colours.accent)}${isolated(brand.name)}`;
}

/** The tenants with the brands that they have. */
export const brandsPage = peopleList(consolePeopleOperations.showBrands, {
  title: "Brands",
  tabs: peopleNav,
  section: "Tenants",
  intro: html`<p>What payers and applicants see: a tenant’s own brand, else its reseller’s, else its name and our colours.</p>`,
  load: listBrands,
  caption: "Tenants, newest first",
  columns: [
    ["Tenant", ({ tenant }, { view }) => nameLink(view, `people/brands/tenants/${tenant.id}`, tenant.name)],
    ["Its own brand", ({ own }) => brandCell(own)],
    [
      "Reseller",
      ({ tenant: { isoRef } }, { view }) =>
        isoRef === null ? "–" : nameLink(view, "people/brands/resellers", isoRef, { isoRef }),
    ],
    ["Its reseller’s brand", ({ resellers }) => brandCell(resellers)],
  ],
  empty: "There is no tenant yet.",
  below: (_, view) => {
    const isoRef = { name: "isoRef", label: "Reseller’s reference", maxLength: 128 };
    return section("A reseller", filterForm(view, "people/brands/resellers", [isoRef]));
  },
});
