import { DynamoBook } from "../../adapters/aws/dynamo-book.ts";
import { BridgeClient } from "../../adapters/bridge/client.ts";
import { BridgeOnboarding } from "../../adapters/bridge/onboarding-bridge.ts";
import { MockOnboarding } from "../../adapters/mock/onboarding-mock.ts";
import type { Onboarding } from "../../app/onboarding/ports.ts";
import type { RailName } from "../../domain/rails/terms.ts";
import { dynamo } from "../core/context.ts";
import { given, settings } from "../core/env.ts";
import { vendorKeys } from "../rails/vendor-keys.ts";

const baseUrl = settings.BRIDGE_URL;

const client = new BridgeClient({
  baseUrl,
  apiKey: async (again) => (await vendorKeys().of("bridge", again)).apiKey,
});

const partners: Readonly<Record<RailName, Onboarding>> = {
  mock: new MockOnboarding(() => new DynamoBook(dynamo, given("MOCK_RAIL_TABLE"))),
  bridge: new BridgeOnboarding({ client, baseUrl }),
};

/** Who looks at a business before money moves for it: the partner whose rail it is. */
export const onboarding = partnerOf(settings.RAIL);

function partnerOf(rail: string): Onboarding {
  const partner = Object.hasOwn(partners, rail) ? partners[rail as RailName] : undefined;
  if (!partner) throw new Error(`no partner takes businesses on for a rail called ${rail}`);
  return partner;
}
