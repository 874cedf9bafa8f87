import type { Frame } from "../../http/route.ts";
import { VendorAuthenticator } from "../../http/vendor-signature.ts";
import { roleOf, tokens } from "../frames/operator.ts";
import { publicFrame } from "../frames/public.ts";
import { publicKeysOf } from "./vendor-keys.ts";

/** What reads Bridge's callbacks; loaded with the first of them. */
export const bridgeCallbacks = () => import("../../adapters/bridge/callback-event.ts");

/** The handler frame of Bridge's callback: it knows Bridge's signature, and an operator's token in its place. */
export const bridgeFrame: Frame = {
  ...publicFrame,
  roleOf,
  vendors: {
    receiveBridgeCallback: new VendorAuthenticator(
      "bridge",
      async (header, body, again) => {
        const { judgeBridgeSignature } = await import("../../adapters/bridge/signature.ts");
        const publicKeys = await publicKeysOf("bridge", again);
        // A signature's age is judged by the wall's time, which the vendor's is, and not by a sandbox's clock.
        const nowMs = Date.now();
        return judgeBridgeSignature({ ...{ header: header("x-webhook-signature"), body, publicKeys, nowMs } });
      },
      tokens,
    ),
  },
};
