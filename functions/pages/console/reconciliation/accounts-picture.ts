import { html } from "hono/html";
import { centsText } from "../../../domain/core/money.ts";
import type { Html } from "../../kit/page.ts";
import { accountName } from "../kit/labels.ts";
import { groupDigits } from "../kit/text.ts";

const width = 480;
const names = 130;
const line = 34;

/** What one account moved in a day. */
export interface AccountMovement {
  readonly account: string;
  readonly debitCents: number;
  readonly creditCents: number;
}

function bar(cents: number, most: number, y: number, look: string): Html | false {
  if (cents === 0) return false;
  const long = Math.max(2, (cents / most) * (width - names - 90));
  return html`<rect class="${look}" x="${names}" y="${y}" width="${long.toFixed(1)}" height="11" rx="2"/><text class="figure" x="${(names + long + 6).toFixed(1)}" y="${y + 10}">${groupDigits(centsText(cents))}</text>`;
}

/** What each account took and gave in a day, a pair of bars each. The table of accounts has the same figures. */
export function accountsPicture(accounts: readonly AccountMovement[], id: string): Html {
  const moved = accounts.filter(({ debitCents, creditCents }) => debitCents + creditCents > 0);
  if (moved.length === 0) return html`<p class="empty">No money moved on this day.</p>`;
  const most = Math.max(...moved.flatMap(({ debitCents, creditCents }) => [debitCents, creditCents]));
  const rows = moved.map(({ account, debitCents, creditCents }, at) => {
    const y = at * line + 4;
    return html`<text x="${names - 10}" y="${y + 17}" text-anchor="end">${accountName(account)}</text>${bar(debitCents, most, y, "bar")}${bar(creditCents, most, y + 13, "bar-warn")}`;
  });
  return html`<figure><svg class="picture" role="img" aria-labelledby="${id}" viewBox="0 0 ${width} ${moved.length * line + 4}"><title id="${id}">What each account took and gave on the day, in USD. The table below has the same figures.</title>${rows}</svg>
<figcaption><ul class="legend"><li><svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><rect class="bar" width="10" height="10" rx="2"/></svg> Debit: came onto it</li><li><svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><rect class="bar-warn" width="10" height="10" rx="2"/></svg> Credit: went off it</li></ul></figcaption></figure>`;
}
