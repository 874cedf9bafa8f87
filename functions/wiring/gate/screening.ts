import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { kytKey } from "../../adapters/aws/secret-kyt-key.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import type { KytScreening } from "../../adapters/http/screen-kyt.ts";
import { errorText } from "../../app/core/error-text.ts";
import type { Screening } from "../../app/gate/ports.ts";
import { requiredSetting, settings } from "../core/env.ts";
import { log } from "../core/log.ts";

let key: ReturnType<typeof kytKey> | undefined;

/** Looked up when it is used: not every Lambda that names a screen buys one. */
function keyOf(): ReturnType<typeof kytKey> {
  key ??= kytKey(new SecretsManagerClient(awsSettings.secrets), requiredSetting("KYT_KEY_ARN"), {
    tell: (error) => log.error("the screening interface's key cannot be read", { error: errorText(error) }),
  });
  return key;
}

/** Who screens, and its lists where it has some of its own: a mock screens by none. */
interface Gate {
  readonly screening: Screening;
  readonly lists?: KytScreening;
}

const gates: Readonly<Record<string, () => Promise<Gate>>> = {
  mock: async () => {
    const { MockScreening } = await import("../../adapters/mock/screen-mock.ts");
    return { screening: new MockScreening() };
  },
  sluice: async () => {
    const { KytScreening } = await import("../../adapters/http/screen-kyt.ts");
    const kyt = new KytScreening({
      baseUrl: settings.KYT_URL,
      apiKey: async (refresh) => keyOf()(refresh),
      tell: (what) => log.error("screening gave no verdict", { what }),
    });
    return { screening: kyt, lists: kyt };
  },
};

const gate = Object.hasOwn(gates, settings.KYT) ? await gates[settings.KYT]?.() : undefined;
if (!gate) throw new Error(`no screening adapter is called ${settings.KYT}`);

export const { screening } = gate;

/** The screening interface as a source of news and of its own health; undefined where a mock screens by no list. */
export const { lists } = gate;
