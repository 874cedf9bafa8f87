import * as z from "zod";
import { locales } from "../core/mail.ts";
import type { Tenant } from "./tenant.ts";

/** The types that a logo may have; no SVG, which may carry script. */
const logoTypes = ["image/png", "image/jpeg"] as const;

/** A picture by what it holds: `id` is the SHA-256 (hex) of its bytes, its size is in pixels. */
export const logo = z.object({
  id: z.string().describe("SHA-256 of the image, under which it is served"),
  contentType: z.enum(logoTypes).describe("the image's media type"),
  width: z.int().describe("its width in pixels"),
  height: z.int().describe("its height in pixels"),
});

export type Logo = Readonly<z.infer<typeof logo>>;

/** `accent` reads at 4.5:1 on white and on the background, so white text reads on it as well; `text` on the background too. */
export const colours = z.object({
  accent: z.string().describe("the colour of buttons and links, #rrggbb"),
  text: z.string().describe("the colour of text, #rrggbb"),
  background: z.string().describe("the colour behind it, #rrggbb"),
});

export type Colours = Readonly<z.infer<typeof colours>>;

export const brand = z.object({
  name: z.string(),
  logo: logo.nullable(),
  colours,
  supportEmail: z.string().nullable(),
  supportUrl: z.string().nullable(),
  /** A host, with a port where it has one. */
  domain: z.string().nullable(),
  locale: z.enum(locales),
});

export type Brand = Readonly<z.infer<typeof brand>>;

/** The brand that operators have given a tenant or a reseller of record; a removed one keeps its history. */
export const brandRecord = brand.extend({
  ownerId: z.string(),
  status: z.enum(["set", "removed"]),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type BrandRecord = Readonly<z.infer<typeof brandRecord>>;

/** Ours, where a brand says nothing else. */
export const ownColours: Colours = { accent: "#0b57d0", text: "#1b1b1f", background: "#ffffff" };

export const platformBrand: Brand = {
  name: "Sluice",
  logo: null,
  colours: ownColours,
  supportEmail: null,
  supportUrl: null,
  domain: null,
  locale: "en",
};

/** How a tenant looks that has no brand, nor has its reseller. */
export function plainBrand(tenant: Pick<Tenant, "name" | "contactEmail">): Brand {
  return { ...platformBrand, name: tenant.name, supportEmail: tenant.contactEmail };
}

/** Where a logo is served, from the service's root. */
export function logoPath(logo: Pick<Logo, "id">): string {
  return `brand/${logo.id}`;
}

/** The beginning of links that people follow: the brand's own domain under the scheme of our address, else our address. */
export function brandedUrl(brand: Pick<Brand, "domain">, onboardUrl: string): string {
  return brand.domain === null ? onboardUrl : `${new URL(onboardUrl).protocol}//${brand.domain}`;
}

/** Whether a stage answers under a host: it has a certificate for it, or runs on one machine, whose `*.localhost` names all lead to it. */
export function isServed(host: string, stage: { readonly hosts: readonly string[]; readonly local: boolean }): boolean {
  return stage.hosts.includes(host) || (stage.local && /^([a-z0-9-]+\.)+localhost(:\d+)?$/.test(host));
}
