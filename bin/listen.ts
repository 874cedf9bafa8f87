import { Forwarder } from "./listen/forwarder.ts";
import { type ListenOptions, readListenOptions, usage } from "./listen/options.ts";
import { jsonClient } from "./sandbox/client.ts";
import { readEndpoints, type SeededTenant } from "./sandbox/endpoints.ts";
import { Trouble } from "./sandbox/trouble.ts";

let end: () => Promise<void> = async () => undefined;
let ending = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void finish(0));

try {
  const options = readListenOptions(process.argv.slice(2));
  if (options === "help") console.log(usage);
  else await listen(options);
} catch (error) {
  console.error(error instanceof Trouble ? error.message : error);
  await finish(1);
}

/** Registers a receiver of our own as the tenant's endpoint and forwards what it is sent, until we are told to end. */
async function listen({ forward, tenant: slug, events, stateDir }: ListenOptions): Promise<void> {
  const { apiUrl, internalToken, tenant, otherTenant } = readEndpoints(stateDir);
  const { id } = tenantOf(slug, [tenant, otherTenant]);
  const operator = jsonClient(apiUrl, internalToken);
  const forwarder = new Forwarder(forward, (line) => console.log(line));
  const url = await forwarder.listen();
  end = async () => forwarder.close();
  const webhooks = `/admin/tenants/${id}/webhooks`;
  const body = { url, events, description: `npm run listen, forwarding to ${forward}`.slice(0, 200) };
  const endpoint = await operator<{ id: string; secret: string }>("POST", webhooks, body).catch(noAnswer);
  end = async () => {
    forwarder.close();
    await operator("DELETE", `${webhooks}/${endpoint.id}`);
  };
  // Ctrl-C may have come while we registered.
  if (ending) return end();
  console.log(`Events of ${slug ?? tenant.slug} go to ${forward}${events ? `, ${events.join(", ")} alone` : ""}.`);
  console.log(`Signing secret, shown this once: ${endpoint.secret}`);
  console.log("Ctrl-C ends this and deletes the endpoint.\n");
}

function tenantOf(slug: string | null, tenants: readonly SeededTenant[]): SeededTenant {
  const found = slug === null ? tenants[0] : tenants.find((tenant) => tenant.slug === slug);
  if (found) return found;
  throw new Trouble(`This sandbox has no tenant ${slug}; it has ${tenants.map((each) => each.slug).join(" and ")}.`);
}

function noAnswer(error: unknown): never {
  if (error instanceof TypeError) throw new Trouble("The sandbox does not answer. Start one with npm start.");
  throw error;
}

async function finish(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  // A sandbox that ended first has forgotten the endpoint already.
  await end().catch(() => undefined);
  process.exit(code);
}
