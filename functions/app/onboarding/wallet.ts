import { createHash } from "node:crypto";
import { gate, givenAt } from "../../domain/gate/payout-gate.ts";
import type { Payout } from "../../domain/onboarding/answers.ts";
import type { KybProblem } from "../../domain/onboarding/form.ts";
import type { Kyb, KybScreen } from "../../domain/onboarding/kyb.ts";
import { noteScreen } from "../../domain/onboarding/save.ts";
import { screenAddress } from "../gate/screen-wallet.ts";
import { flagsKey, standing } from "../tenants/tenant-settings.ts";
import { changeKyb } from "./reads.ts";
import type { WizardDesk } from "./wizard-context.ts";

/** Screens that one application may cost. */
const screensMax = 50;

/** What the screen says of the wallet that is to be saved: nothing where it is the one that has passed. A wallet that does not pass is a problem beside its field, and its screen is on record. */
export async function sayOfWallet(
  desk: WizardDesk,
  state: Kyb,
  payout: Payout | null | undefined,
): Promise<{ readonly screened?: KybScreen; readonly problem?: KybProblem }> {
  if (!payout) return {};
  const { wallet: address, chain } = payout;
  const before = state.answers.payout;
  const isSame = before?.wallet === address && before.chain === chain;
  if (isSame && state.walletScreen?.outcome === "pass") return {};
  if (state.screens >= screensMax) return { problem: { path: "wallet", code: "wallet_refused" } };
  const screened = await screen(desk, state, { address, chain });
  if (screened.outcome === "pass") return { screened };
  await changeKyb(desk, state.id, (current) => noteScreen(current, screened, desk.clock.now()));
  const code = screened.outcome === "declined" ? "wallet_refused" : "wallet_not_checked";
  return { problem: { path: "wallet", code } };
}

/** Keyed by application, wallet and number, so that a lost answer is asked for again and not bought twice. */
async function screen(
  desk: WizardDesk,
  { id, tenantId, screens }: Kyb,
  asked: { readonly address: string; readonly chain: string },
): Promise<KybScreen> {
  const digest = createHash("sha256").update(`${asked.chain}:${asked.address}`).digest("hex").slice(0, 16);
  const keys = [flagsKey(null), ...(tenantId === null ? [] : [flagsKey(tenantId)])];
  const [global, own] = await desk.book.read(keys);
  const { flags } = standing([undefined, global, own]);
  const key = `${id}:${digest}:${screens + 1}`;
  const verdict = await screenAddress(desk, flags, { key, stage: "collection", ...asked });
  const at = givenAt(verdict, desk.clock.now());
  return { outcome: gate(verdict), ref: verdict.ref, risk: verdict.riskLevel, at };
}
