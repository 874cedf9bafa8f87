import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { languageNames } from "../../contract/shared/locale.ts";
import { type Locale, locales } from "../../domain/core/mail.ts";
import { type Brand, logoPath, platformBrand } from "../../domain/tenants/brand.ts";
import type { Answer } from "../../http/operation-types.ts";
import { type PageScript, pageScript } from "../browser/scripts.ts";
import { kitMessages } from "../kit/messages/kit.ts";
import type { Html } from "../kit/page.ts";
import { paletteCss } from "../kit/palette.ts";
import { peopleStyle } from "../kit/style.ts";

export interface BrandedPage {
  /** The way from its address up to the service's root. */
  readonly root: string;
  /** The platform's own where it is left out. */
  readonly brand?: Brand;
  readonly locale: Locale;
  readonly title: string;
  readonly main: Html;
  /** Something is wrong with what was sent: the window's title says so first. */
  readonly wrong?: boolean;
  readonly scripts?: readonly PageScript[];
  /** Style of an area's own, added to the kit's. */
  readonly style?: string;
  /** Another origin that a form of this page is sent to. */
  readonly formsTo?: string;
  /** The page follows something: without script it loads itself again after so many seconds. */
  readonly refreshSeconds?: number;
  readonly wide?: boolean;
  readonly status?: number;
  /** Whether search engines may show it. */
  readonly listed?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** What its address keeps where the reader takes another language. */
  readonly kept?: Readonly<Record<string, string>>;
}

function headersOf(css: string, page: BrandedPage): Record<string, string> {
  const hash = createHash("sha256").update(css).digest("base64");
  const scripts = page.scripts?.length ? ["script-src 'self'", "connect-src 'self'"] : [];
  const policy = [
    "default-src 'none'",
    ...scripts,
    `style-src 'sha256-${hash}'`,
    "img-src 'self' data:",
    "base-uri 'none'",
    `form-action 'self'${page.formsTo === undefined ? "" : ` ${page.formsTo}`}`,
    "frame-ancestors 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    vary: "accept-language",
    "x-frame-options": "DENY",
    ...(page.listed ? {} : { "x-robots-tag": "noindex" }),
    ...page.headers,
  };
}

/** Twice the pixels of its place, for screens that have them. */
function logoSize({ width, height }: NonNullable<Brand["logo"]>): readonly [number, number] {
  const scale = Math.min(176 / width, 40 / height, 1);
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

function header({ root }: BrandedPage, { name, logo }: Brand): Html {
  const [width, height] = logo ? logoSize(logo) : [0, 0];
  const shown = logo
    ? html`<img src="${root}${logoPath(logo)}" alt="${name}" width="${String(width)}" height="${String(height)}">`
    : name;
  return html`<header class="bar"><div class="top"><span class="brand" dir="auto">${shown}</span></div></header>`;
}

function footer({ locale, kept: stored }: BrandedPage, { supportEmail, supportUrl }: Brand): Html {
  const messages = kitMessages[locale];
  const link = (to: string, text: string) => html`<a href="${to}" rel="noreferrer">${text}</a>`;
  const help =
    supportEmail !== null
      ? link(`mailto:${supportEmail}`, supportEmail)
      : supportUrl !== null && link(supportUrl, new URL(supportUrl).host);
  const other = (each: Locale) =>
    each === locale
      ? html`<span aria-current="true">${languageNames[each]}</span>`
      : html`<a href="?${String(new URLSearchParams({ ...stored, lang: each }))}" lang="${each}" hreflang="${each}">${languageNames[each]}</a>`;
  return html`<footer><div class="foot"><p>${help && html`${messages.help} ${help}`}</p>
<nav aria-label="${messages.language}">${locales.map(other)}</nav></div></footer>`;
}

/** A page for people in somebody's brand: without inline script, nothing from elsewhere, framed nowhere, told to nobody, kept in no cache. */
export function brandedPage(page: BrandedPage): Answer<string> {
  const { root, brand = platformBrand, locale, title, main, wrong, refreshSeconds, scripts = [] } = page;
  const messages = kitMessages[locale];
  const css = `${paletteCss(brand.colours)}${peopleStyle}${page.style ?? ""}`;
  const script = (name: PageScript) =>
    html`<script type="module" src="${root}assets/${pageScript(name).file}"></script>
`;
  const refresh =
    refreshSeconds !== undefined &&
    html`<noscript><meta http-equiv="refresh" content="${String(refreshSeconds)}"></noscript>
`;
  const body = String(html`<!doctype html>
<html lang="${locale}" dir="ltr"${page.wide && html` class="wide"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${wrong && messages.errorTitle}${title} · ${brand.name}</title>
<link rel="icon" href="data:,">
${refresh}<style>${raw(css)}</style>
${scripts.map(script)}</head>
<body>
<a class="skip" href="#main">${messages.skip}</a>
${header(page, brand)}
<main id="main" class="page" tabindex="-1">
${main}
</main>
${footer(page, brand)}
</body>
</html>
`);
  const status = page.status === undefined ? {} : { status: page.status };
  return { ...status, body, headers: headersOf(css, page) };
}
