import * as z from "zod";
import { emailText, locales } from "../../domain/core/mail.ts";
import { colours, logo, ownColours } from "../../domain/tenants/brand.ts";
import { logoBytesMax } from "../../domain/tenants/logo.ts";
import { printable } from "../../http/printable.ts";
import { idParam, text, textPattern } from "../../http/schemas.ts";
import { changeOf, get, operationTable, put, recordOf, remove } from "../operation-table.ts";

export const colour = z.string().regex(/^#[0-9a-f]{6}$/, "#rrggbb in small letters");
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "a SHA-256 in hexadecimal");

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const anyLabel = label.replaceAll("a-z", "A-Za-z");
const host = z
  .string()
  .max(253)
  .regex(new RegExp(`^(?:${label}\\.)+${label}(?::[1-9]\\d{0,4})?$`), "a host name in small letters");

const port = "(?:[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])";
/** What may follow the host in an address as it is (RFC 3986), a fragment once. */
const rest = "(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*";
const httpsUrl = new RegExp(`^https://(?:${anyLabel}\\.)+[A-Za-z]{2,63}(?::${port})?(?:[/?]${rest})?(?:#${rest})?$`);

const base64 = z
  .base64()
  .min(4, "empty")
  .max(Math.ceil(logoBytesMax / 3) * 4, "over 64 KB");

export const newBrand = z.strictObject({
  name: printable(1, 80).describe("the name that pages, letters and PDFs carry"),
  logo: z
    .union([
      z.strictObject({ data: base64.describe("the image in base64") }),
      z.strictObject({ id: sha256.describe("the id of a logo that was sent before") }),
    ])
    .nullable()
    .default(null)
    .meta({ description: "PNG or JPEG of up to 64 KB and 1,200 pixels, in base64; or one sent before, by its id" }),
  colours: z
    .strictObject({
      accent: colour.default(ownColours.accent).describe("the colour of buttons and links, #rrggbb"),
      text: colour.default(ownColours.text).describe("the colour of text, #rrggbb"),
      background: colour.default(ownColours.background).describe("the colour behind it, #rrggbb"),
    })
    .prefault({})
    .meta({ description: "each must read at 4.5:1 (WCAG 2.2): white and background under the accent" }),
  domain: host
    .nullable()
    .default(null)
    .meta({ description: "the host of links that are made from now on; one that this stage answers under" }),
  supportEmail: emailText.nullable().default(null),
  supportUrl: z
    .url({ protocol: /^https$/, hostname: z.regexes.domain, error: "an https:// address" })
    .regex(
      httpsUrl,
      "an address as RFC 3986 has it, what else is in it percent-encoded; https:// and a host's name first",
    )
    .max(500)
    .meta({ format: "uri" })
    .nullable()
    .default(null),
  locale: z.enum(locales).default("en"),
});

const brandView = z
  .object({
    name: z.string().describe("the name that pages, letters and PDFs carry"),
    logo: logo.nullable().describe("the logo; null where there is none"),
    colours: colours.describe("the colours of pages and letters"),
    domain: z.string().nullable().describe("the host of links; null for this service's own"),
    supportEmail: z.string().nullable(),
    supportUrl: z.string().nullable(),
    locale: z.enum(locales),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "Brand" });

const served = { caller: "operator", tag: "Brands", lambda: "brands" } as const;
const ofTenant = "/admin/tenants/{id}/brand";
const tenant = idParam("ten");
const ofReseller = "/admin/resellers/{isoRef}/brand";
// Gateways take an encoded slash for a slash.
const reseller = z.strictObject({
  isoRef: text(1, 128)
    .regex(/^[^/]*$/, "without a slash")
    .meta({ pattern: textPattern(true, "/") }),
});

export const brandOperations = operationTable(served, {
  getTenantBrand: get(ofTenant, "Read a tenant's own brand", recordOf(tenant, brandView)),
  putTenantBrand: put(ofTenant, "Give a tenant its brand, whole", {
    role: "admin",
    ...changeOf(tenant, brandView),
    description:
      "It is shown to the tenant's payers and applicants: pages, letters, PDFs. Without one of its own a tenant has its reseller's, without that its name and our colours.",
    body: newBrand,
  }),
  removeTenantBrand: remove(ofTenant, "Take a tenant's own brand away", {
    role: "admin",
    ...changeOf(tenant, brandView),
  }),
  getResellerBrand: get(ofReseller, "Read the brand of a reseller of record", recordOf(reseller, brandView)),
  removeResellerBrand: remove(ofReseller, "Take a reseller's brand away", {
    role: "admin",
    ...changeOf(reseller, brandView),
  }),
  putResellerBrand: put(ofReseller, "Give a reseller of record its brand, whole", {
    role: "admin",
    description: "It is that of every tenant which names this reseller and has no brand of its own.",
    params: reseller,
    body: newBrand,
    reply: { status: 200, schema: brandView },
    refusals: ["version_conflict"],
  }),
});

const publicLogo = { caller: "public", tag: "Pages", lambda: "brand-logo" } as const;

export const brandLogoOperations = operationTable(publicLogo, {
  showLogo: get("/brand/{sha256}", "A brand's logo", {
    params: z.strictObject({ sha256 }),
    reply: { status: 200, schema: z.string(), contentType: "image/png" },
    otherReplies: [{ status: 200, schema: z.string(), contentType: "image/jpeg", description: "where it is a JPEG" }],
    refusals: ["not_found"],
  }),
});
