/** What text needs against what it stands on (WCAG 2.2, 1.4.3). */
export const leastContrast = 4.5;

type Channels = readonly [red: number, green: number, blue: number];

function channelsOf(colour: string): Channels {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast of two colours `#rrggbb`, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** A ratio as people read it, never rounded up to one that passes: `4.49:1`. */
export function ratioText(ratio: number): string {
  return `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`;
}

const steps = 255;

/** One colour `#rrggbb` with `share` (0 to 1) of another in it. */
export function mixColors(colour: string, other: string, share: number): string {
  const goal = channelsOf(other);
  const channels = channelsOf(colour).map((each, at) => Math.round(each + ((goal[at] ?? each) - each) * share));
  return `#${channels.map((each) => each.toString(16).padStart(2, "0")).join("")}`;
}

/** The shade of a colour that reads on every ground and is least darker or lighter; null where no shade does. */
export function nearestShade(colour: string, grounds: readonly string[]): string | null {
  for (let step = 0; step <= steps; step += 1)
    for (const goal of ["#000000", "#ffffff"]) {
      const shade = mixColors(colour, goal, step / steps);
      if (grounds.every((ground) => contrast(shade, ground) >= leastContrast)) return shade;
    }
  return null;
}
