import { html } from "hono/html";
import type { ListRequest } from "../../../app/core/list.ts";
import { listBrands, type TenantBrands } from "../../../app/tenants/brand-list.ts";
import type { BrandRecord } from "../../../domain/tenants/brand.ts";
import type { Html } from "../../kit/page.ts";
import { pager, section, table } from "../kit/components.ts";
import { filterForm } from "../kit/form.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { peopleNav } from "../onboarding/people-labels.ts";
import type { PeopleDesk } from "../people-context.ts";
import { swatch } from "./brand-preview.ts";

function brandCell(brand: BrandRecord | null): Html | string {
  if (brand === null) return "–";
  return html`${swatch(brand.colours.accent)}<span dir="auto">${brand.name}</span>`;
}

function rowOf(view: View, { tenant, own, resellers }: TenantBrands): unknown[] {
  const { id, name, isoRef } = tenant;
  const reseller =
    isoRef !== null &&
    html`<a href="${href(view, "people/brands/resellers", { isoRef })}" dir="auto">${isoRef}</a>`;
  return [
    html`<a href="${href(view, `people/brands/tenants/${id}`)}" dir="auto">${name}</a>`,
    brandCell(own),
    reseller || "–",
    brandCell(resellers),
  ];
}

/** The tenants with the brands that they have. */
export async function brandsPage(desk: PeopleDesk, view: View, asked: ListRequest): Promise<Content> {
  const { data, nextCursor } = await listBrands(desk, asked);
  const rows = data.map((each) => rowOf(view, each));
  const columns = ["Tenant", "Its own brand", "Reseller", "Its reseller’s brand"].map((head) => ({ head }));
  const reseller = { name: "isoRef", label: "Reseller’s reference", maxLength: 128 };
  return {
    title: "Brands",
    main: html`${peopleNav(view)}<h1>Brands</h1>
${section(
  "Tenants",
  html`<p>What payers and applicants see: a tenant’s own brand, else its reseller’s, else its name and our colours.</p>`,
  table("Tenants, newest first", columns, rows, "There is no tenant yet."),
  pager(view, "people/brands", { ...asked }, nextCursor),
)}
${section("A reseller", filterForm(view, "people/brands/resellers", [reseller]))}`,
  };
}
