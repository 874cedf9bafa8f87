import type { Frame } from "../../http/route.ts";
import { VendorAuthenticator } from "../../http/vendor-signature.ts";
import { roleOf, tokens } from "../frames/operator.ts";
import { publicFrame } from "../frames/public.ts";
import { publicKeysOf } from "./vendor-keys.ts";

// A signature's age is judged by the wall's time, which the vendor's is, and not by a sandbox's clock.
const nowMs = () => Date.now();

/** What reads each vendor's callbacks, and judges by whom they are signed; loaded with the first of them. */
export const callbackReaders = {
  bridge: () => import("../../adapters/bridge/callback-event.ts"),
  hifi: () => import("../../adapters/hifi/callback-event.ts"),
};

export const vendorFrame: Frame = {
  ...publicFrame,
  roleOf,
  vendors: {
    receiveBridgeCallback: new VendorAuthenticator(
      "bridge",
      async (header, body, again) => {
        const { judgeBridgeSignature } = await import("../../adapters/bridge/signature.ts");
        const publicKeys = await publicKeysOf("bridge", again);
        return judgeBridgeSignature({ ...{ header: header("x-webhook-signature"), body, publicKeys, nowMs: nowMs() } });
      },
      tokens,
    ),
    receiveHifiCallback: new VendorAuthenticator("hifi", async (header, _, again) => {
      const { judgeHifiToken } = await import("../../adapters/hifi/signature.ts");
      const publicKeys = await publicKeysOf("hifi", again);
      return judgeHifiToken({ authorization: header("authorization"), publicKeys, nowMs: nowMs() });
    }),
  },
};
