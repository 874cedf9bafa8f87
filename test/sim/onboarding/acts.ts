import type { KybSaveResult } from "../../../functions/app/onboarding/apply.ts";
import type { Signup } from "../../../functions/domain/access/signup.ts";
import type { Form } from "../../../functions/domain/core/form.ts";
import { missingDocuments } from "../../../functions/domain/onboarding/documents.ts";
import type { Kyb } from "../../../functions/domain/onboarding/kyb.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";
import type { CastAction } from "../../support/world/core/cast.ts";
import type { PeopleWorld } from "../../support/world/onboarding/world.ts";

/** A document as it comes from a scanner. */
const scan = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n");

const asking = { ...{ companyName: "Acme Widgets", contactName: "Ada", contactEmail: "ada@acme.example" } };

/** Somebody with a link, and what is known of their application without asking. */
export interface Link {
  token: string;
  id: string;
}

function stateOf(world: PeopleWorld, { id }: Link): Kyb {
  const found = world.statesOf<Kyb>("kyb").find((each) => each.id === id);
  if (!found) throw new Error(`no application ${id}`);
  return found;
}

function tokenOf(magicLink: string): string {
  return magicLink.slice(-43);
}

/** Asks for access. */
export function askForAccess(world: PeopleWorld): CastAction {
  return async () => {
    await world.onboarding.requestAccess(world.context("public"), asking, { address: "192.0.2.7", locale: "en" });
    return true;
  };
}

/** An operator lets in who asked, and where the answer was lost has the link sent anew. */
export function letIn(world: PeopleWorld, link: Link): readonly CastAction[] {
  const accept: CastAction = async () => {
    const [signup] = world.statesOf<Signup>("signup");
    if (!signup) return false;
    const input = { slug: undefined, stable: "USDT", note: null };
    const { invite } = await world.onboarding.acceptSignupRequest(world.operator(), signup.id, input);
    keep(world, link, invite.id, invite.magicLink);
    return true;
  };
  return [accept, sendAnew(world, link)];
}

/** An operator invites a business; who looks into the list first invites nobody twice. */
export function invite(world: PeopleWorld, link: Link, legalName: string): readonly CastAction[] {
  const input = { legalName, contactEmail: "ada@acme.example", tenantId: null, locale: "en" as const };
  const one: CastAction = async () => {
    if (world.statesOf<Kyb>("kyb").length > 0) return true;
    const { application, magicLink } = await world.onboarding.inviteApplicant(world.operator(), input);
    keep(world, link, application.id, magicLink);
    return true;
  };
  return [one, sendAnew(world, link)];
}

function sendAnew(world: PeopleWorld, link: Link): CastAction {
  return async () => {
    if (link.token !== "") return true;
    const [found] = world.statesOf<Kyb>("kyb");
    if (!found) return false;
    const { magicLink } = await world.onboarding.resendInvite(world.operator(), found.id);
    keep(world, link, found.id, magicLink);
    return true;
  };
}

function keep(world: PeopleWorld, link: Link, id: string, magicLink: string): void {
  link.id = id;
  link.token = tokenOf(magicLink);
  world.tokens.push(link.token);
}

/** Sends a form as its page showed it: the same again where no answer came, the page anew where another tab was faster. */
function form(
  world: PeopleWorld,
  link: Link,
  send: (revision: number) => Promise<KybSaveResult>,
  isDone: (state: Kyb) => boolean = () => false,
): CastAction {
  let seen: number | undefined;
  return async () => {
    if (link.token === "") return false;
    seen ??= stateOf(world, link).revision;
    const reply = await send(seen);
    if (reply.kind === "saved") return true;
    seen = undefined;
    if (reply.kind === "stale") world.overtaken += 1;
    return reply.kind === "stale" && isDone(stateOf(world, link));
  };
}

type Saved = Parameters<PeopleWorld["onboarding"]["saveStep"]>[2]["step"];

function save(world: PeopleWorld, link: Link, step: Saved, fields: Form): CastAction {
  return form(world, link, (revision) =>
    world.onboarding.saveStep(world.wizard(), link.token, { step, form: fields, revision }),
  );
}

/** Reads everything through. */
export function readThrough(world: PeopleWorld, link: Link): CastAction {
  return save(world, link, "review", {});
}

/** Fills in everything up to the consent. */
export function fillIn(world: PeopleWorld, link: Link): readonly CastAction[] {
  const { onboarding: app } = world;
  const step = (name: Saved, fields: Form) => save(world, link, name, fields);
  const person = form(world, link, (revision) =>
    app.savePerson(world.wizard(), link.token, { personId: null, form: goodForms.person, revision }),
  );
  return [
    ...[step("company", goodForms.company), step("addresses", goodForms.addresses), person],
    ...[step("people", goodForms.people), bring(world, link), step("payout", goodForms.payout)],
    readThrough(world, link),
  ];
}

/** Brings every document that is missing, or that the partner asks for. */
export function bring(world: PeopleWorld, link: Link, only?: "formation_document"): CastAction {
  return async () => {
    if (link.token === "") return false;
    const { onboarding: app } = world;
    const missing = only ? [{ kind: only, personId: null }] : missingDocuments(stateOf(world, link));
    for (const each of missing) {
      const input = { ...each, contentType: "application/pdf" as const, redirectTo: "https://onboard.test" };
      const { form: upload } = await app.announceFile(world.wizard(), link.token, input);
      await world.files.post(upload.fields, scan);
    }
    await app.lookAtFiles(world.wizard(), link.token);
    return only
      ? stateOf(world, link).files.some(
          ({ kind, status, at }) => kind === only && status === "provided" && at > "2026-11-21T12:00:00.000Z",
        )
      : missingDocuments(stateOf(world, link)).length === 0;
  };
}

/** Agrees and sends the application. */
export function agree(world: PeopleWorld, link: Link): CastAction {
  const from = { address: "203.0.113.7", userAgent: "Firefox" };
  return form(
    world,
    link,
    (revision) =>
      world.onboarding.submitApplication(world.wizard(), link.token, { form: goodForms.consent, from, revision }),
    ({ status }) => status !== "started" && status !== "under_review",
  );
}

/** Waits until the partner has asked for something. */
export function waitForTasks(world: PeopleWorld, link: Link): CastAction {
  return async () => (stateOf(world, link).partner?.missing.length ?? 0) > 0;
}
