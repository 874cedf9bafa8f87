import { html } from "hono/html";
import { brandsOf } from "../../../app/tenants/brand-list.ts";
import { type BrandOwner, brandOf } from "../../../app/tenants/brands.ts";
import { findLogo } from "../../../app/tenants/logos.ts";
import { getTenant } from "../../../app/tenants/tenants.ts";
import { locales } from "../../../domain/core/mail.ts";
import { type Brand, type BrandRecord, platformBrand } from "../../../domain/tenants/brand.ts";
import { operatorsUrl } from "../../../wiring/core/env.ts";
import type { Html } from "../../kit/page.ts";
import { code, facts, moment, section, trail } from "../kit/components.ts";
import { type Field, type Form, folded, formOfView } from "../kit/form.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { localeWords } from "../onboarding/people-labels.ts";
import type { PeopleDesk } from "../people-context.ts";
import { brandPreview } from "./brand-preview.ts";

/** Where a brand's forms go, and the address of the same over the interface. */
interface Ways {
  readonly set: Pick<Form, "operation" | "to" | "hidden">;
  readonly drop: Pick<Form, "operation" | "to" | "hidden">;
  readonly api: string;
}

function waysOf(owner: BrandOwner): Ways {
  if ("tenantId" in owner) {
    const to = `people/brands/tenants/${owner.tenantId}`;
    return {
      set: { operation: "setTenantBrand", to },
      drop: { operation: "dropTenantBrand", to: `${to}/remove` },
      api: `/admin/tenants/${owner.tenantId}/brand`,
    };
  }
  const { isoRef } = owner;
  const to = "people/brands/resellers";
  return {
    set: { operation: "setResellerBrand", to, hidden: { isoRef } },
    drop: { operation: "dropResellerBrand", to: `${to}/remove`, hidden: { isoRef } },
    // What encoding leaves may still mean something to a shell.
    api: `/admin/resellers/${encodeURIComponent(isoRef).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`)}/brand`,
  };
}

function fieldsOf(now: Brand, hasLogo: boolean): Field[] {
  const { name, colours, supportEmail, supportUrl, domain, locale } = now;
  const colour = (field: keyof typeof colours, label: string, hint: string): Field => {
    return { name: field, label, hint, value: colours[field], maxLength: 7 };
  };
  return [
    { name: "name", label: "Name", value: name, maxLength: 80 },
    colour("accent", "Accent", "#rrggbb; white stands on it, and it on white and on the background"),
    colour("text", "Text", "#rrggbb; it stands on the background"),
    colour("background", "Background", "#rrggbb"),
    {
      ...{ name: "supportEmail", label: "Support e-mail", type: "email", optional: true },
      ...{ value: supportEmail, maxLength: 254 },
    },
    {
      ...{ name: "supportUrl", label: "Support page", type: "url", optional: true },
      ...{ value: supportUrl, maxLength: 500, hint: "https" },
    },
    {
      ...{ name: "domain", label: "Domain", optional: true, value: domain, maxLength: 253 },
      hint: "The host of links that are made from now on; one that this stage answers under",
    },
    {
      ...{ name: "locale", label: "Language", value: locale },
      options: locales.map((each) => [each, localeWords[each]] as const),
    },
    ...(hasLogo ? [logoField] : []),
  ];
}

const logoField: Field = {
  ...{ name: "logo", label: "Logo", value: "keep" },
  options: [
    ["keep", "Keep it"],
    ["none", "Let it go"],
  ],
};

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

async function brandContent(
  desk: PeopleDesk,
  view: View,
  shown: {
    readonly owner: BrandOwner;
    readonly title: string;
    readonly own: BrandRecord | null;
    /** What is seen now: its own, or what stands in for it. */
    readonly seen: Brand;
    readonly instead: Html | string;
  },
): Promise<Content> {
  const { owner, title, own, seen, instead } = shown;
  const { set, drop, api } = waysOf(owner);
  const logo = seen.logo && ((await findLogo(desk, seen.logo.id)) ?? null);
  const form: Form = { ...set, fields: fieldsOf(own ?? seen, (own?.logo ?? null) !== null), submit: "Save" };
  const remove: Form = { ...drop, submit: "Take the brand away", look: "danger" };
  return {
    title,
    main: html`${trail(view, [["people/brands", "Brands"]])}
<h1 dir="auto">${title}</h1>
<div class="two">${section(
      "As it looks",
      own === null && html`<p>${instead}</p>`,
      brandPreview(seen, logo),
      facts([
        ["Name", seen.name],
        ["Support", seen.supportEmail],
        ["Support page", seen.supportUrl],
        ["Domain", seen.domain && code(seen.domain)],
        ["Language", localeWords[seen.locale]],
        ...(own === null ? [] : [["Changed", moment(own.updatedAt)] as const]),
      ]),
    )}<div>${section(own === null ? "Give it a brand" : "Change it", formOfView(view, form))}${
      own !== null &&
      section(
        "Take it away",
        folded(
          view,
          "Take it away",
          remove,
          "What was sent with it keeps its look; all else loses it at once.",
        ),
      )
    }</div></div>
${logoSection(own, api)}`,
  };
}

/** A tenant's brand: what is seen, and the forms that change it. */
export async function tenantBrandPage(desk: PeopleDesk, view: View, id: string): Promise<Content> {
  const owner = { tenantId: id };
  const { state } = await getTenant(desk, id);
  const [[own = null], seen] = await Promise.all([brandsOf(desk, [owner]), brandOf(desk, state)]);
  const { isoRef } = state;
  const reseller =
    isoRef !== null &&
    html` Its reseller is <a href="${href(view, "people/brands/resellers", { isoRef })}" dir="auto">${isoRef}</a>.`;
  const instead = html`It has no brand of its own, and looks like this meanwhile.${reseller}`;
  return brandContent(desk, view, { owner, title: `Brand of ${state.name}`, own, seen, instead });
}

/** A reseller's brand, which is that of all its tenants without one of their own. */
export async function resellerBrandPage(desk: PeopleDesk, view: View, isoRef: string): Promise<Content> {
  const owner = { isoRef };
  const [own = null] = await brandsOf(desk, [owner]);
  const seen = own ?? { ...platformBrand, name: isoRef.slice(0, 80) };
  const instead = "It has no brand: each of its tenants looks plainly by its own name.";
  return brandContent(desk, view, { owner, title: `Brand of the reseller ${isoRef}`, own, seen, instead });
}
