import { html } from "hono/html";
import type { StoredLogo } from "../../../app/tenants/logos.ts";
import type { Brand, Colours } from "../../../domain/tenants/brand.ts";
import { contrast, leastContrast, ratioText } from "../../../domain/tenants/contrast.ts";
import type { Html } from "../../kit/page.ts";
import { table } from "../kit/components.ts";
import { badge, code } from "../kit/text.ts";

/** A colour to look at. Its code beside it says it in words. */
export function swatch(colour: string): Html {
  return html`<svg class="swatch" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" fill="${colour}"/></svg>`;
}

const white = "#ffffff";

/** Every pair of colours that text stands on, with its contrast. */
function contrastTable({ accent, text, background }: Colours): Html {
  const pairs = [
    { name: "Text on the background", front: text, ground: background },
    { name: "Accent on the background", front: accent, ground: background },
    { name: "White on the accent", front: white, ground: accent },
  ].map((pair) => ({ ...pair, ratio: contrast(pair.front, pair.ground) }));
  return table("Contrast of the colours", pairs, "", [
    ["What", ({ name }) => name],
    ["Colours", ({ front, ground }) => html`${swatch(front)}${code(front)} on ${swatch(ground)}${code(ground)}`],
    [
      "Contrast",
      ({ ratio }) =>
        html`${ratioText(ratio)} ${ratio < leastContrast ? badge("too low", "bad") : badge("reads", "good")}`,
    ],
  ]);
}

/** A page of the brand's in small: its colours cannot be had from our style sheet. */
function picture({ name, colours }: Brand): Html {
  const { accent, text, background } = colours;
  const label = `A page of ${name}: its name, a heading in the text’s colour and a button in the accent`;
  return html`<svg class="preview" viewBox="0 0 320 150" role="img" aria-label="${label}">
<rect width="320" height="150" fill="${background}"/><rect width="320" height="6" fill="${accent}"/>
<text x="16" y="36" font-size="15" font-weight="700" fill="${accent}">${name.slice(0, 36)}</text>
<text x="16" y="70" font-size="17" font-weight="700" fill="${text}">Invoice A-100</text>
<text x="16" y="92" font-size="12" fill="${text}">USD 1,250.00 is due on 5 December</text>
<rect x="16" y="106" width="84" height="28" rx="5" fill="${accent}"/>
<text x="58" y="124" font-size="12" font-weight="700" text-anchor="middle" fill="${white}">Pay</text>
</svg>`;
}

/** How a brand looks: a page in small, the logo, and whether its colours can be read. */
export function brandPreview(brand: Brand, stored: StoredLogo | null): Html {
  const { name, colours } = brand;
  return html`${picture(brand)}
${stored && logoPicture(name, stored)}
${contrastTable(colours)}`;
}

/** The picture itself, since it is served under another host than the console. */
function logoPicture(name: string, { logo, bytes }: StoredLogo): Html {
  const { contentType, width, height } = logo;
  const address = `data:${contentType};base64,${Buffer.from(bytes).toString("base64")}`;
  return html`<p><img class="logo" src="${address}" alt="Logo of ${name}" width="${width}" height="${height}"><span class="soft">${String(width)} by ${String(height)} pixels</span></p>`;
}
