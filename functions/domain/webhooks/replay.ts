import * as z from "zod";

/** A replay of an endpoint's events since a time: done in pieces by the queue, reported on by this record. */
export const replay = z.object({
  id: z.string(),
  tenantId: z.string(),
  endpointId: z.string(),
  since: z.string(),
  /** Events up to here are replayed; later ones are delivered anyhow. */
  until: z.string(),
  status: z.enum(["queued", "done"]),
  replayed: z.int().describe("deliveries made so far"),
  cursor: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Replay = z.infer<typeof replay>;

export const replayView = replay.omit({ cursor: true }).meta({ id: "Replay" });
