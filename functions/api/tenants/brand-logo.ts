import { logoById } from "../../app/tenants/logos.ts";
import { brandLogoOperations } from "../../contract/tenants/brands.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { publicFrame } from "../../wiring/frames/public.ts";

/** Opened by itself it is a picture and nothing else. */
const closed = { "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'" };

/** A name says what it holds, so what is under it never changes. */
const forEver = { "cache-control": "public, max-age=31536000, immutable" };

export const handler = serve(brandLogoOperations, publicFrame, {
  showLogo: async (call) => {
    const { logo, bytes } = await logoById(contextOf(call), call.params.sha256);
    return { body: bytes, contentType: logo.contentType, headers: { ...forEver, ...closed } };
  },
});
