import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { Mailing } from "../../../functions/domain/mail/mailing.ts";
import { isWithPartner, type Kyb, kybMoves } from "../../../functions/domain/onboarding/kyb.ts";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import { pendingEntries } from "../../support/core/outbox.ts";
import type { PeopleWorld } from "../../support/world/onboarding/world.ts";
import { checkTrail, trailsIn } from "../core/checks.ts";
import type { Report } from "../core/simulation.ts";
import type { PeopleScene } from "./scenes.ts";

/** Checks all invariants of people's ways on a world that has come to rest. */
export function checkPeople(world: PeopleWorld, scene: PeopleScene, report: PeopleReport): void {
  const applications = world.statesOf<Kyb>("kyb");
  checkCounts(world, scene, applications, report);
  for (const each of applications) checkApproval(world, each, report);
  for (const each of applications) checkForms(each, report);
  if (scene.tabs !== 2 && world.overtaken > 0)
    report("a form counts once", `${world.overtaken} forms overtook themselves`);
  checkSecrets(world, report);
  checkLetters(world, report);
  checkHistories(world, report);
  checkRest(world, applications, scene, report);
}

function checkCounts(world: PeopleWorld, scene: PeopleScene, applications: readonly Kyb[], report: PeopleReport) {
  const rows = world.store.rows();
  const count = (type: string) => rows.filter((row) => row.type === type).length;
  const is = [count("tenant"), count("api_key"), applications.length].join(" ");
  const should = [scene.tenants, scene.keys, scene.ends.length].join(" ");
  if (is !== should) report("one tenant, one key and one application for whoever is let in", `${is}, not ${should}`);
  if (count("signup") > 1)
    report("one tenant, one key and one application for whoever is let in", "two requests for access");
  const { files } = world.partner;
  for (const { key, ref } of files)
    if (!applications.some(({ id, partner }) => id === key && partner?.ref === ref))
      report("one application at the partner for each of ours", `${ref} under ${key}`);
}

function checkApproval(world: PeopleWorld, state: Kyb, report: PeopleReport): void {
  const { id, status, consents, submittedAt, partner, tenantId, partnerCustomerId } = state;
  const tenants = world.statesOf<Tenant>("tenant");
  const tenant = tenants.find((each) => each.id === tenantId);
  const isTold = world.partner.files.some((file) => file.ref === partner?.ref && file.approved);
  if (status === "approved") {
    if (consents.length === 0 || submittedAt === null || !isTold)
      report("never approved without consent, submission and the partner's word", id);
    if (!tenant || tenant.partnerCustomerId !== partnerCustomerId || tenant.destWallet === "")
      report("an approval and its tenant are one", `${id} is approved, its tenant is ${tenantId}`);
    return;
  }
  if (tenant?.partnerCustomerId) report("an approval and its tenant are one", `${id} is ${status}`);
}

function checkForms({ id, answers, consents, submittedAt, saved }: Kyb, report: PeopleReport): void {
  if (answers.people.length > 1) report("a form counts once", `${id} lists ${answers.people.length} people`);
  const input = saved.consent === undefined ? 0 : 1;
  const times = new Set(consents.map(({ at }) => at)).size;
  if (times !== consents.length || consents.length < input || (submittedAt === null && input > 0))
    report("a form counts once", `${id} was agreed to ${consents.length} times`);
}

function checkSecrets(world: PeopleWorld, report: PeopleReport): void {
  const written = JSON.stringify(world.store.rows());
  for (const token of world.tokens)
    if (written.includes(token)) report("a link is kept by its hash alone", token.slice(0, 8));
}

function checkLetters(world: PeopleWorld, report: PeopleReport): void {
  const named = "every letter goes out, and again only where its worker died";
  const rows = world.store.rows();
  const letters = rows.flatMap((row) => (row.type === "letter" ? [row.body as Mailing] : []));
  const input = rows
    .flatMap((row) => (row.type === "entry" ? (row.body as Entry).follows : []))
    .filter(({ kind }) => kind === "send_mail").length;
  if (letters.length !== input) report(named, `${letters.length} letters, ${input} asked for`);
  for (const { id, status } of letters) {
    const copies = world.posted.filter(({ key }) => key === id);
    const well = copies.filter(({ process }) => process.done).length;
    if (status !== "sent" && status !== "skipped") report(named, `${id} is ${status}`);
    if (status === "sent" && copies.length === 0) report(named, `${id} is sent and never went out`);
    // What was sent by a worker that died may be out of date when the next one looks.
    if (status === "skipped" && well > 0) report(named, `${id} is skipped and went out`);
    if (well > 1) report(named, `${id} went out ${well} times by workers that lived`);
  }
}

function checkHistories(world: PeopleWorld, report: PeopleReport): void {
  const graph = { first: "invited", moves: kybMoves };
  for (const response of trailsIn(world.store.rows())<Kyb>("kyb"))
    checkTrail(response, graph, (detail) => report("history is an allowed path without gaps, its chain whole", detail));
}

function checkRest(world: PeopleWorld, applications: readonly Kyb[], scene: PeopleScene, report: PeopleReport) {
  for (const row of pendingEntries(world.store.rows()))
    report("nothing is stuck", `${row.pk} ${row.sk} was not handed on`);
  for (const { id, status } of applications.filter(isWithPartner)) report("nothing is stuck", `${id} is ${status}`);
  const ended = applications.map(({ status }) => status).sort();
  if (ended.join() !== [...scene.ends].sort().join()) report("nothing is stuck", `ended ${ended.join()}`);
  for (const name of world.cast.waiting()) report("nothing is stuck", name);
}

/** What must hold of people's ways after every run, by name. */
export const peopleInvariants = [
  "one tenant, one key and one application for whoever is let in",
  "one application at the partner for each of ours",
  "never approved without consent, submission and the partner's word",
  "an approval and its tenant are one",
  "a form counts once",
  "a link is kept by its hash alone",
  "every letter goes out, and again only where its worker died",
  "history is an allowed path without gaps, its chain whole",
  "nothing is stuck",
] as const;

export type PeopleInvariant = (typeof peopleInvariants)[number];

export type PeopleReport = Report<PeopleInvariant>;
