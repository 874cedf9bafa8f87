import { createHash } from "node:crypto";
import { gate, givenAt } from "../../domain/gate/payout-gate.ts";
import type { Payout } from "../../domain/onboarding/answers.ts";
import type { KybProblem } from "../../domain/onboarding/form.ts";
import type { Kyb, KybScreen } from "../../domain/onboarding/kyb.ts";
import { noteScreen } from "../../domain/onboarding/save.ts";
import type { Context } from "../core/context.ts";
import type { SecretSealer } from "../core/ports.ts";
import { type Gate, screenAddress } from "../gate/screen-wallet.ts";
import { flagsKey, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import { changeKyb } from "./reads.ts";

const screensMax = 50;

/** What the screen says of the wallet that is to be saved: nothing where it is the one that has passed. A wallet that does not pass is a problem beside its field, and its screen is on record. */
export async function describeWallet(
  context: WizardContext,
  state: Kyb,
  payout: Payout | null | undefined,
): Promise<{ readonly screened?: KybScreen; readonly problem?: KybProblem }> {
  if (!payout) return {};
  const { wallet: address, chain } = payout;
  const before = state.answers.payout;
  const isSame = before?.wallet === address && before.chain === chain;
  if (isSame && state.walletScreen?.outcome === "pass") return {};
  if (state.screens >= screensMax) return { problem: { path: "wallet", code: "wallet_refused" } };
  const screened = await screen(context, state, { address, chain });
  if (screened.outcome === "pass") return { screened };
  await changeKyb(context, state.id, (current) => noteScreen(current, screened, context.clock.now()));
  const code = screened.outcome === "declined" ? "wallet_refused" : "wallet_not_checked";
  return { problem: { path: "wallet", code } };
}

/** Keyed by application, wallet and number, so that a lost answer is asked for again and not bought twice. */
async function screen(
  context: WizardContext,
  { id, tenantId, screens }: Kyb,
  input: { readonly address: string; readonly chain: string },
): Promise<KybScreen> {
  const digest = createHash("sha256").update(`${input.chain}:${input.address}`).digest("hex").slice(0, 16);
  const keys = [flagsKey(null), ...(tenantId === null ? [] : [flagsKey(tenantId)])];
  const [global, own] = await context.store.read(keys);
  const { flags } = tenantSettingsOf([undefined, global, own]);
  const key = `${id}:${digest}:${screens + 1}`;
  const verdict = await screenAddress(context, flags, { key, stage: "collection", ...input });
  const at = givenAt(verdict, context.clock.now());
  return { outcome: gate(verdict), ref: verdict.ref, risk: verdict.riskLevel, at };
}

/** What the wizard's steps are saved with: what it seals it cannot open. */
export interface WizardContext extends Context, Gate {
  /** `numbers` are tax ids, birth dates and identity numbers, `accounts` bank accounts. */
  readonly sealers: { readonly numbers: SecretSealer; readonly accounts: SecretSealer };
}
