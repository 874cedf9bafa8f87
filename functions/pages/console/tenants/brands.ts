import { html } from "hono/html";
import { type BrandOwner, brandOf, brandsOf, listBrands } from "../../../app/tenants/brands.ts";
import { findLogo } from "../../../app/tenants/logos.ts";
import { getTenant } from "../../../app/tenants/tenants.ts";
import { consolePeopleOperations } from "../../../contract/console/console-people.ts";
import { consolePeopleActionOperations as forms } from "../../../contract/console/console-people-actions.ts";
import { type Brand, type BrandRecord, platformBrand } from "../../../domain/tenants/brand.ts";
import { operatorsUrl } from "../../../wiring/core/env.ts";
import type { Html } from "../../kit/page.ts";
import { type Action, action, actionForm } from "../kit/action.ts";
import { facts, nameLink, section, trail } from "../kit/components.ts";
import { filterForm } from "../kit/form.ts";
import { localeLabels } from "../kit/labels.ts";
import { peopleNav } from "../kit/people-nav.ts";
import { code, isolateText, moment } from "../kit/text.ts";
import type { Content, QueryCall, RecordCall, View } from "../kit/view.ts";
import { type PeopleContext, peopleList } from "../people-context.ts";
import { brandPreview, swatch } from "./brand-preview.ts";

function brandCell(brand: BrandRecord | null): Html | string {
  return brand === null ? "–" : html`${swatch(brand.colours.accent)}${isolateText(brand.name)}`;
}

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

const colourTexts = {
  accent: { label: "Accent", hint: "#rrggbb; white stands on it, and it on white and on the background", maxLength: 7 },
  text: { label: "Text", hint: "#rrggbb; it stands on the background", maxLength: 7 },
  background: { label: "Background", hint: "#rrggbb", maxLength: 7 },
} as const;

const texts = {
  name: "Name",
  ...colourTexts,
  supportEmail: "Support e-mail",
  supportUrl: { label: "Support page", hint: "https" },
  domain: { label: "Domain", hint: "The host of links that are made from now on; one that this stage answers under" },
  locale: { label: "Language", called: localeLabels },
} as const;

const logo = { label: "Logo", called: { keep: "Keep it", none: "Let it go" } } as const;

const removeTexts = {
  opens: "Take it away",
  before: "What was sent with it keeps its look; all else loses it at once.",
  submit: "Take the brand away",
  look: "danger",
} as const;

/** A brand's forms, and the address of the same over the interface. */
function waysOf(owner: BrandOwner, hasLogo: boolean): { set: Action; drop: Action; api: string } {
  const fields = hasLogo ? { ...texts, logo } : texts;
  if ("tenantId" in owner)
    return {
      set: action(forms.setTenantBrand, { submit: "Save", fields }),
      drop: action(forms.dropTenantBrand, removeTexts),
      api: `/admin/tenants/${owner.tenantId}/brand`,
    };
  const hidden = { isoRef: owner.isoRef };
  // What encoding leaves may still mean something to a shell.
  const encoded = encodeURIComponent(owner.isoRef).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);
  return {
    set: action(forms.setResellerBrand, { submit: "Save", fields, hidden }),
    drop: action(forms.dropResellerBrand, { ...removeTexts, hidden }),
    api: `/admin/resellers/${encoded}/brand`,
  };
}

/** A picture is sent over the interface: the console's forms carry text alone. */
function logoSection(own: BrandRecord | null, api: string): Html {
  if (own === null)
    return section(
      "Its logo",
      html`<p>A logo is sent over the interface, once the brand is saved. The line for it is here then.</p>`,
    );
  const url = `${operatorsUrl}${api}`;
  const keep = "{name, colours, supportEmail, supportUrl, domain, locale}";
  const auth = `-H "Authorization: Bearer $OPERATOR_TOKEN"`;
  const line = `curl -s "${url}" ${auth} | jq --arg data "$(base64 -w0 logo.png)" '${keep} + {logo: {data: $data}}' | curl -X PUT "${url}" ${auth} -H "content-type: application/json" -d @-`;
  return section(
    "Its logo",
    html`<p>A logo is sent over the interface: PNG or JPEG of up to 64 KB and 1,200 pixels. The rest of the brand stays as it is.</p><code class="secret" tabindex="0">${line}</code>
<p class="soft">Where operators sign their calls (IAM), sign these two like any other.</p>`,
  );
}

interface BrandPage {
  readonly owner: BrandOwner;
  readonly title: string;
  readonly own: BrandRecord | null;
  /** What is seen now: its own, or what stands in for it. */
  readonly current: Brand;
  readonly instead: Html | string;
}

function brandFacts(own: BrandRecord | null, { name, supportEmail, supportUrl, domain, locale }: Brand): Html {
  return facts([
    ["Name", name],
    ["Support", supportEmail],
    ["Support page", supportUrl],
    ["Domain", domain && code(domain)],
    ["Language", localeLabels[locale]],
    own !== null && ["Changed", moment(own.updatedAt)],
  ]);
}

async function brandContent(context: PeopleContext, view: View, page: BrandPage): Promise<Content> {
  const { owner, title, own, current, instead } = page;
  const { set, drop, api } = waysOf(owner, (own?.logo ?? null) !== null);
  const params = "tenantId" in owner ? { id: owner.tenantId } : {};
  const picture = current.logo && ((await findLogo(context, current.logo.id)) ?? null);
  const { colours, name, supportEmail, supportUrl, domain, locale } = own ?? current;
  const values = { name, ...colours, supportEmail, supportUrl, domain, locale };
  const look = section(
    "As it looks",
    own === null && html`<p>${instead}</p>`,
    brandPreview(current, picture),
    brandFacts(own, current),
  );
  const change = section(own === null ? "Give it a brand" : "Change it", actionForm(view, set, params, values));
  const remove = own !== null && section("Take it away", actionForm(view, drop, params));
  return {
    title,
    main: html`${trail(view, [["people/brands", "Brands"]])}
<h1 dir="auto">${title}</h1>
<div class="two">${look}<div>${change}${remove}</div></div>
${logoSection(own, api)}`,
  };
}

export async function tenantBrandPage(context: PeopleContext, view: View, { params }: RecordCall) {
  const owner = { tenantId: params.id };
  const { state } = await getTenant(context, params.id);
  const [[own = null], current] = await Promise.all([brandsOf(context, [owner]), brandOf(context, state)]);
  const { isoRef } = state;
  const reseller =
    isoRef !== null && html` Its reseller is ${nameLink(view, "people/brands/resellers", isoRef, { isoRef })}.`;
  const instead = html`It has no brand of its own, and looks like this meanwhile.${reseller}`;
  return brandContent(context, view, { owner, title: `Brand of ${state.name}`, own, current, instead });
}

export async function resellerBrandPage(
  context: PeopleContext,
  view: View,
  { query: { isoRef } }: QueryCall<{ readonly isoRef: string }>,
) {
  const owner = { isoRef };
  const [own = null] = await brandsOf(context, [owner]);
  const current = own ?? { ...platformBrand, name: isoRef.slice(0, 80) };
  const instead = "It has no brand: each of its tenants looks plainly by its own name.";
  const title = `Brand of the reseller ${isoRef}`;
  return brandContent(context, view, { owner, title, own, current, instead });
}
