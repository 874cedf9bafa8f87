import * as z from "zod";
import { apiVersions, currentApiVersion } from "../../domain/core/api-version.ts";
import { eventSubjectOf } from "../../domain/core/event.ts";
import { underBothNames } from "../../domain/webhooks/resource-names.ts";
import type { Entry } from "../core/aggregate.ts";
import { type LinkContext, wholeAddress } from "../core/link-token.ts";
import type { StoredEvent } from "../core/stored-event.ts";

/** What every event says of the stage that it comes from. */
export interface EventFrame {
  /** Whether the stage moves real money. */
  readonly live: boolean;
  /** The root of the interface, without a slash at its end. */
  readonly publicUrl: string;
}

/** An event as receivers and the event log have it. */
export interface FramedEvent {
  readonly id: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events of an entry, each with what holds for every event. */
export function framedEvents(frame: EventFrame, { events, objects = {} }: Entry): FramedEvent[] {
  return events.map((event) => framed(frame, event, objects));
}

function framed(
  { live, publicUrl }: EventFrame,
  { id, name, data, apiVersion, sequence }: StoredEvent,
  objects: NonNullable<Entry["objects"]>,
): FramedEvent {
  const object = objects[eventSubjectOf(name)];
  const whole = {
    ...{ ...underBothNames(name, data), livemode: live, apiVersion: apiVersion ?? apiVersions[0].date },
    ...(sequence !== undefined && { sequence, object: object ? served(object, publicUrl) : null }),
  };
  return { id, name, data: whole };
}

/** An object whose files are where this stage serves them. */
function served(object: Readonly<Record<string, unknown>>, publicUrl: string): Readonly<Record<string, unknown>> {
  return typeof object.pdfUrl === "string" ? { ...object, pdfUrl: `${publicUrl}${object.pdfUrl}` } : object;
}

const linked = z.object({ invoiceId: z.string(), tenantId: z.string(), hostedUrl: z.string() });

/** The data of an event as it leaves, with what its entry and its deliveries keep of the link to the invoice's page made whole. */
export async function wholeData<D extends object>(context: LinkContext, name: string, data: D): Promise<D> {
  const { success, data: invoice } = linked.safeParse(data);
  if (name !== "invoice.sent" || !success) return data;
  const { invoiceId: id, tenantId, hostedUrl } = invoice;
  return { ...data, hostedUrl: await wholeAddress(context, { id, tenantId }, hostedUrl) };
}

/** The data of an event that is sent to try an endpoint: an example's, of this stage and now. */
export function testData(
  { live }: EventFrame,
  example: Readonly<Record<string, unknown>>,
  about: { readonly tenantId: string; readonly createdAt: string },
): Record<string, unknown> {
  return { ...example, ...about, livemode: live, apiVersion: currentApiVersion, test: true };
}
