import { html } from "hono/html";
import type { CostPart, CountedCost } from "../../../app/console/ports.ts";
import type { Html } from "../../kit/page.ts";
import { section, table } from "../kit/components.ts";

const dollars = (digits: number) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", minimumFractionDigits: digits });
const whole = dollars(2);
const small = dollars(7);
const counted = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** What a record would have cost on AWS, as the sandbox counted it. */
export function costSection({ usd, parts }: CountedCost): Html {
  return section(
    "Cost on AWS",
    html`<p>${small.format(usd)} so far, which is ${whole.format(usd * 1_000_000)} for a million like it. The sandbox counts what its Lambdas do, by AWS's price list; what is paid by the month is not in it.</p>`,
    table<CostPart>("What it would be paid for, the dearest first", parts, "", [
      ["For", ({ what }) => what],
      ["Counted", ({ quantity }) => html`<span class="n">${counted.format(quantity)}</span>`, "right"],
      ["Dollars", (part) => html`<span class="n">${small.format(part.usd)}</span>`, "right"],
    ]),
  );
}
