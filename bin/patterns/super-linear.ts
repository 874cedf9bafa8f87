import { analyse } from "scslre";

/** The quantifiers of a pattern by which a text of n characters can take more than about n steps, each with why. */
export function superLinearPartsOf(pattern: RegExp): string[] {
  return analyse(pattern).reports.map((report) => {
    const steps = report.exponential ? "exponentially many steps" : "steps by the square of the text's length";
    const quantifiers = report.type === "Trade" ? [report.startQuant.raw, report.endQuant.raw] : [report.quant.raw];
    return `${[...new Set(quantifiers)].join(" and ")}: ${steps}`;
  });
}
