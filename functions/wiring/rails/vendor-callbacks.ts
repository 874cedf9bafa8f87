import { judgeBridgeSignature } from "../../adapters/bridge/signature.ts";
import { judgeHifiToken } from "../../adapters/hifi/signature.ts";
import type { Frame } from "../../http/route.ts";
import { VendorAuthenticator } from "../../http/vendor-signature.ts";
import { tokens } from "../frames/operator.ts";
import { publicFrame } from "../frames/public.ts";
import { publicKeysOf } from "./vendor-keys.ts";

// A signature's age is judged by the wall's time, which the vendor's is, and not by a sandbox's clock.
const nowMs = () => Date.now();

/** The handler frame of the vendors' own callback routes. */
export const vendorFrame: Frame = {
  ...publicFrame,
  vendors: {
    receiveBridgeCallback: new VendorAuthenticator(
      "bridge",
      async (header, body, again) => {
        const publicKeys = await publicKeysOf("bridge", again);
        return judgeBridgeSignature({
          ...{ header: header("x-webhook-signature"), body, publicKeys, nowMs: nowMs() },
        });
      },
      tokens,
    ),
    receiveHifiCallback: new VendorAuthenticator("hifi", async (header, _, again) => {
      const publicKeys = await publicKeysOf("hifi", again);
      return judgeHifiToken({ authorization: header("authorization"), publicKeys, nowMs: nowMs() });
    }),
  },
};
