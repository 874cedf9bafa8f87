import * as z from "zod";

/** A replay of an endpoint's events since a time: done in pieces by the queue, reported on by this record. */
export const replay = z.object({
  id: z.string(),
  tenantId: z.string(),
  endpointId: z.string(),
  since: z.string().describe("events from this moment on are sent again"),
  /** Events up to here are replayed; later ones are delivered anyhow. */
  until: z.string().describe("events up to here are sent again; later ones are delivered anyhow"),
  status: z.enum(["queued", "done"]).describe("whether all of its deliveries are made"),
  replayed: z.int().describe("deliveries made so far"),
  cursor: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Replay = z.infer<typeof replay>;

export const replayView = replay.omit({ cursor: true }).meta({ id: "Replay" });
