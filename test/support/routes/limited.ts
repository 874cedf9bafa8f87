import * as z from "zod";
import { operation } from "../../../functions/http/operation-types.ts";

/** A route to try limits of requests on. */
export const limitedOps = {
  read: operation({
    id: "read",
    method: "GET",
    path: "/api/v1/things",
    caller: "tenant",
    tag: "Things",
    summary: "things",
    reply: { status: 200, schema: z.object({}) },
    refusals: ["not_found"],
    lambda: "things",
  }),
};
