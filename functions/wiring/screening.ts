import { KytScreening } from "../adapters/screen-kyt.ts";
import { MockScreening } from "../adapters/screen-mock.ts";
import type { Screening } from "../app/ports.ts";
import { settings } from "./env.ts";
import { log } from "./log.ts";
import { vendorKeys } from "./vendor-keys.ts";

const kyt = new KytScreening({
  baseUrl: settings.KYT_URL,
  apiKey: async (again) => (await vendorKeys().of("kyt", again)).apiKey,
  tell: (what) => log.error("screening gave no verdict", { what }),
});

const providers: Readonly<Record<string, Screening>> = { mock: new MockScreening(), sluice: kyt };

/** Who screens wallets here. */
export const screening = providerOf(settings.KYT);

/** The screening interface as a source of news and of its own health; undefined where a mock screens by no list. */
export const lists = screening === kyt ? kyt : undefined;

function providerOf(name: string): Screening {
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (!provider) throw new Error(`no screening adapter is called ${name}`);
  return provider;
}
