import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { kytKey } from "../../adapters/aws/secret-kyt-key.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { KytScreening } from "../../adapters/http/screen-kyt.ts";
import { MockScreening } from "../../adapters/mock/screen-mock.ts";
import { failure } from "../../app/core/error-text.ts";
import type { Screening } from "../../app/gate/ports.ts";
import { given, settings } from "../core/env.ts";
import { log } from "../core/log.ts";

let key: ReturnType<typeof kytKey> | undefined;

/** Looked up when it is used: not every Lambda that names a screen buys one. */
function keyOf(): ReturnType<typeof kytKey> {
  key ??= kytKey(new SecretsManagerClient(awsSettings.secrets), given("KYT_KEY_ARN"), {
    tell: (error) => log.error("the screening interface's key cannot be read", { error: failure(error) }),
  });
  return key;
}

const kyt = new KytScreening({
  baseUrl: settings.KYT_URL,
  apiKey: async (again) => keyOf()(again),
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
