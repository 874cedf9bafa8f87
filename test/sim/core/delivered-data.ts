import { isDeepStrictEqual } from "node:util";
import type { Entry } from "../../../functions/app/core/aggregate.ts";

type Data = Readonly<Record<string, unknown>>;
type TrailEvent = Entry["events"][number];

/** What resources name otherwise than their events do, written down a second time: by event, or by the noun before its dot. */
const resourceNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  settlement: { chain: "destChain" },
  "settlement.failed": { code: "failureCode", reason: "failureReason" },
  "invoice.sent": { invoice: "number" },
  "reserve.hold_blocked": { reason: "blockedReason" },
  "alert.unmatched": { candidates: "candidateCount" },
  "alert.routed_to_review": { reason: "reviewReason" },
  case: { dueBy: "networkDueBy" },
  "case.status_changed": { to: "status" },
  "program.credit_suspended": { effectiveAt: "since" },
  "escrow.refunded": { reason: "refundReason" },
};

function nounOf(name: string): string {
  return name.slice(0, name.indexOf("."));
}

/** The data that a receiver must have got of an event of an entry: the trail's own, the resource's names beside it, and what every event carries. */
export function expectedData(event: TrailEvent, objects: Entry["objects"]): Data {
  const { name, data, apiVersion, sequence } = event;
  const names = Object.entries({ ...resourceNames[nounOf(name)], ...resourceNames[name] });
  const renamed = names.flatMap(([old, now]) => (old in data ? [[now, data[old]]] : []));
  const object = objects?.[nounOf(name)] ?? null;
  return { ...data, ...Object.fromEntries(renamed), livemode: false, apiVersion, sequence, object };
}

/** What is wrong with a body that a receiver got for an event; undefined where nothing is. */
export function deliveryFault(body: string, event: TrailEvent, { objects }: Entry): string | undefined {
  const { event: name, data: came } = JSON.parse(body) as { event: string; data: Data };
  if (name !== event.name) return `${event.name} arrived as ${name}`;
  const expected = JSON.parse(JSON.stringify(expectedData(event, objects))) as Data;
  const fields = new Set([...Object.keys(expected), ...Object.keys(came)]);
  const wrong = [...fields].filter((field) => !isDeepStrictEqual(came[field], expected[field]));
  return wrong.length === 0 ? undefined : `${name} ${event.id} arrived with another ${wrong.join(", ")}`;
}

/** Events about one thing whose sequence is not their place from 1 on, and those that do not show the thing. */
export function sequenceFaults(entries: readonly Entry[]): string[] {
  const counts = new Map<string, number>();
  return entries.flatMap(({ events, objects }) =>
    events.flatMap(({ id, name, sequence }) => {
      const noun = nounOf(name);
      const place = (counts.get(noun) ?? 0) + 1;
      counts.set(noun, place);
      const shown = noun === "reserve" || objects?.[noun] !== undefined;
      return [
        ...(sequence === place ? [] : [`${name} ${id} is number ${sequence}, not ${place}`]),
        ...(shown ? [] : [`${name} ${id} does not show its ${noun}`]),
      ];
    }),
  );
}
