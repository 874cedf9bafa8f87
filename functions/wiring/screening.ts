import { MockScreening } from "../adapters/screen-mock.ts";
import type { Screening } from "../app/ports.ts";
import { settings } from "./env.ts";

const providers: Readonly<Record<string, Screening>> = { mock: new MockScreening() };

/** Who screens wallets here. */
export const screening = providerOf(settings.KYT);

function providerOf(name: string): Screening {
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (!provider) throw new Error(`no screening adapter is called ${name}`);
  return provider;
}
