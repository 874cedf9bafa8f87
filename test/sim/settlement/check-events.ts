import { eventNames } from "../../../functions/domain/core/event.ts";
import type { World } from "../../support/world/world.ts";
import type { Report } from "./findings.ts";
import type { Seen } from "./seen.ts";

const listed: ReadonlySet<string> = new Set(eventNames);

/** Every event reached every endpoint of its tenant, as it is on the audit trail. */
export function checkDeliveries(world: World, seen: Seen, report: Report): void {
  const taken = new Map<string, string>();
  for (const { eventId, url, status, body } of world.receiver.arrivals)
    if (status === 200) taken.set(`${eventId} ${url}`, body);
  const troubled = new Set(
    world.receiver.arrivals.flatMap((each) => (each.status === 200 ? [] : [each.eventId])),
  );
  const given = new Map([...seen.deliveries.values()].map((each) => [`${each.eventId} ${each.url}`, each]));
  for (const { state, entries } of [...seen.settlements, ...seen.invoices])
    for (const { events } of entries)
      for (const { id, name, data } of events)
        for (const { url, tenantId } of seen.endpoints) {
          if (tenantId !== state.tenantId) continue;
          const body = taken.get(`${id} ${url}`);
          if (body === JSON.stringify({ event: name, data })) continue;
          const delivery = given.get(`${id} ${url}`);
          // What the receiver or its network refused is still on its way, or was refused six times.
          const excused = delivery && (troubled.has(id) || world.courierTroubled);
          if (body !== undefined)
            report("only listed events are sent", `${name} arrived as ${body.slice(0, 80)}`);
          else if (!excused || (delivery.status !== "failed" && delivery.attemptsMade < 6))
            report("no event is lost", `${name} ${id}: ${delivery?.status ?? "never queued"}`);
        }
}

/** What arrived: listed names, genuine signatures, each attempt once, six at most. */
export function checkArrivals(world: World, report: Report): void {
  const name = "an attempt is posted once, six at most, genuinely signed";
  const posts = new Set<string>();
  const counts = new Map<string, number>();
  for (const { deliveryId, attempt, genuine, body } of world.receiver.arrivals) {
    const post = `${deliveryId} attempt ${attempt}`;
    if (posts.has(post)) report(name, `${post} came twice`);
    posts.add(post);
    const count = (counts.get(deliveryId) ?? 0) + 1;
    counts.set(deliveryId, count);
    if (count > 6 || attempt > 6) report(name, `${deliveryId}: ${count} posts, attempt ${attempt}`);
    if (!genuine) report(name, `${deliveryId}: the signature does not hold for what came`);
    const { event, ...rest } = JSON.parse(body) as { event: string; data: unknown };
    if (!listed.has(event)) report("only listed events are sent", event);
    if (Object.keys(rest).join() !== "data") report("only listed events are sent", `${event} carries more`);
  }
}
