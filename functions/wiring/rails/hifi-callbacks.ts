import type { Frame } from "../../http/route.ts";
import { VendorAuthenticator } from "../../http/vendor-signature.ts";
import { publicFrame } from "../frames/public.ts";
import { publicKeysOf } from "./vendor-keys.ts";

/** What reads HIFI's callbacks; loaded with the first of them. */
export const hifiCallbacks = () => import("../../adapters/hifi/callback-event.ts");

/** The handler frame of HIFI's callback: it knows HIFI's signature and nobody else. */
export const hifiFrame: Frame = {
  ...publicFrame,
  vendors: {
    receiveHifiCallback: new VendorAuthenticator("hifi", async (header, _, again) => {
      const { judgeHifiToken } = await import("../../adapters/hifi/signature.ts");
      const publicKeys = await publicKeysOf("hifi", again);
      // A token's age is judged by the wall's time, which the vendor's is, and not by a sandbox's clock.
      return judgeHifiToken({ authorization: header("authorization"), publicKeys, nowMs: Date.now() });
    }),
  },
};
