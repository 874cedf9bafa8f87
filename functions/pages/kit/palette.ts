import type { Colours } from "../../domain/tenants/brand.ts";
import { contrast, leastContrast, mixColors } from "../../domain/tenants/contrast.ts";

/** The first of some colours that small text can have on all of these grounds. */
function readable(candidates: readonly string[], grounds: readonly string[], otherwise: string): string {
  const reads = (colour: string) => grounds.every((ground) => contrast(colour, ground) >= leastContrast);
  return candidates.find(reads) ?? otherwise;
}

function softer(text: string, paper: string): string[] {
  return [0.35, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05].map((share) => mixColors(text, paper, share));
}

interface Tones extends Colours {
  readonly onAccent: string;
}

function properties({ accent, onAccent, text, background }: Tones): string {
  const tinted = mixColors(background, text, 0.04);
  // A brand at the very limit of what can be read gets no tint that would push it over.
  const ground = [accent, text].every((each) => contrast(each, tinted) >= leastContrast) ? tinted : background;
  const grounds = [background, ground];
  const all = {
    ground,
    paper: background,
    ink: text,
    soft: readable(softer(text, background), grounds, text),
    line: mixColors(background, text, 0.18),
    edge: mixColors(background, text, 0.55),
    accent,
    "on-accent": onAccent,
    bad: readable(["#a3232b", "#ff9d9d"], grounds, text),
    good: readable(["#126a41", "#80dcab"], grounds, text),
    warn: readable(["#744b00", "#f4c563"], grounds, text),
  };
  return Object.entries(all)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
}

/** In the dark a brand keeps its hue: 60 % white in any accent reads on our dark paper, and dark ink on it. */
function darkOf(colours: Colours): Tones {
  const accent = mixColors(colours.accent, "#ffffff", 0.6);
  return { accent, onAccent: "#0b1116", text: "#e6ebef", background: "#151b21" };
}

/** A brand's colours as custom properties, light and dark; whatever is derived from them can be read. */
export function paletteCss(colours: Colours): string {
  const light = properties({ ...colours, onAccent: "#ffffff" });
  return `:root{color-scheme:light dark;${light}}
@media (prefers-color-scheme:dark){:root{${properties(darkOf(colours))}}}`;
}
