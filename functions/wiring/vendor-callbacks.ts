import { judgeBridgeSignature } from "../adapters/bridge-signature.ts";
import { readHifiCallback } from "../adapters/conversion-hifi.ts";
import { judgeHifiToken } from "../adapters/hifi-signature.ts";
import { readBridgeCallback } from "../adapters/rail-bridge-callback.ts";
import type { Callback } from "../app/receive-callback.ts";
import { eventsOf } from "../domain/rail-said.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Frame } from "../http/route.ts";
import { VendorDoor } from "../http/vendor-door.ts";
import { publicFrame } from "./public-frame.ts";
import { publicKeysOf } from "./vendor-keys.ts";

// A signature's age is judged by the wall's time, which the vendor's is, and not by a sandbox's clock.
const nowMs = () => Date.now();

/** The door frame of the vendors' own callback routes. */
export const vendorFrame: Frame = {
  ...publicFrame,
  vendors: {
    receiveBridgeCallback: new VendorDoor("bridge", async (header, body, again) => {
      const publicKeys = await publicKeysOf("bridge", again);
      return judgeBridgeSignature({
        ...{ header: header("x-webhook-signature"), body, publicKeys, nowMs: nowMs() },
      });
    }),
    receiveHifiCallback: new VendorDoor("hifi", async (header, _, again) => {
      const publicKeys = await publicKeysOf("hifi", again);
      return judgeHifiToken({ authorization: header("authorization"), publicKeys, nowMs: nowMs() });
    }),
  },
};

/** Bridge's callback as ours; null where it concerns no transfer. Refuses what is no event. */
export function bridgeCallback(body: unknown): Callback | null {
  const read = readBridgeCallback(body);
  if (!read) throw noEvent();
  if (read.kind !== "transfer") return null;
  const { railRef, reference, transferRef, returned } = read.said;
  const sentBack = returned === null ? {} : { sentBack: { transferRef, returned } };
  return { rail: "bridge", railRef, reference, events: eventsOf(read.said), ...sentBack };
}

/** Which conversion HIFI's callback is about; null where it is about none. Refuses what is no event. */
export function hifiConversionRef(body: unknown): string | null {
  const read = readHifiCallback(body);
  if (!read) throw noEvent();
  return read.conversionRef;
}

function noEvent(): Refusal {
  return new Refusal("validation_error", "this is no event that we can read");
}
