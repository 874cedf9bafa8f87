import type { Row, Write } from "../../../functions/app/core/ports.ts";
import { sendLetter } from "../../../functions/app/mail/send-letter.ts";
import type { Onboarding } from "../../../functions/app/onboarding/ports.ts";
import { callsWith, changedPut, inTwo, reread, withState } from "../../support/world/core/alterations.ts";
import type { TestPartner } from "../../support/world/onboarding/partner.ts";
import type { PeopleAlteration } from "../../support/world/onboarding/world.ts";
import { mistakesIn, sceneOf } from "../core/simulation.ts";
import type { PeopleInvariant } from "./check.ts";
import { type PeopleScene, peopleScenes } from "./scenes.ts";

const whole = sceneNamed("invited, and all is filled in");
const alone = sceneNamed("sent in two tabs at once, and approved for a tenant of its own");

function sceneNamed(name: string): PeopleScene {
  return sceneOf({ scenes: peopleScenes }, name);
}

function laterOf(concerns: (row: Row) => boolean, later: (row: Row) => boolean) {
  return (write: Write, all: readonly Write[]) =>
    "put" in write && later(write.put) && all.some((each) => "put" in each && concerns(each.put));
}

function statusOf(row: Row): unknown {
  return (row.body as { state?: { status?: unknown } }).state?.status;
}

const isTenants = (row: Row) => /^(ten_|slug#|customer#)/.test(row.pk);
const isApproved = (row: Row) => row.type === "kyb" && statusOf(row) === "approved";

/** A partner that is told of an application under another name each time. */
function underFreshKeys(partner: TestPartner): Onboarding {
  let count = 0;
  return callsWith(partner, {
    apply: (applicant) => {
      count += 1;
      return partner.apply({ ...applicant, key: `${applicant.key}.${count}`, ref: null });
    },
  });
}

const mistake = mistakesIn<PeopleScene, PeopleAlteration, PeopleInvariant>();

/** Mistakes on purpose. */
export const peopleControls = [
  mistake("approval in two transactions", "an approval and its tenant are one", {
    store: (store) => inTwo(store, laterOf(isApproved, isTenants)),
    scene: alone,
  }),
  mistake(
    "tenant, key and invite in two transactions",
    "one tenant, one key and one application for whoever is let in",
    {
      store: (store) =>
        inTwo(
          store,
          laterOf(
            (row) => row.type === "signup" && statusOf(row) === "accepted",
            (row) => row.pk.startsWith("kyb_") || row.pk.startsWith("kyb_link"),
          ),
        ),
      scene: sceneNamed("access is asked for and granted"),
    },
  ),
  mistake("a link that is not hashed", "a link is kept by its hash alone", {
    people: ({ inviteApplicant }) => ({
      inviteApplicant: async (context, input) => {
        const reply = await inviteApplicant(context, input);
        const pk = `kyb_link_plain#${reply.magicLink.slice(-43)}`;
        const put = { pk, sk: "row", v: 1, type: "kyb_link", body: {} };
        await context.store.write([{ put, expect: "absent" }], pk);
        return reply;
      },
    }),
    scene: whole,
  }),
  mistake("the partner asked under a fresh key", "one application at the partner for each of ours", {
    partner: underFreshKeys,
    scene: alone,
  }),
  mistake("a form's digest ignored", "a form counts once", {
    store: (store) => reread(store, (row) => withState(row, "kyb", () => ({ lastForm: null }))),
    scene: whole,
  }),
  mistake(
    "submitted without looking for the consent",
    "never approved without consent, submission and the partner's word",
    {
      relax: (writes) => writes.map(changedPut((row) => withState(row, "kyb", () => ({ consents: [] })))),
      scene: alone,
    },
  ),
  mistake("a letter sent before it is taken", "every letter goes out, and again only where its worker died", {
    people: () => ({
      sendLetter: async (context, order) => {
        const store = reread(context.store, (row) =>
          row.type === "letter"
            ? { ...row, body: { ...(row.body as object), status: "queued", leaseUntil: null } }
            : row,
        );
        return sendLetter({ ...context, store }, order);
      },
    }),
    scene: alone,
  }),
  mistake(
    "an entry that nobody hands on again",
    ["nothing is stuck", "every letter goes out, and again only where its worker died"],
    {
      app: () => ({ sweep: () => Promise.reject(new Error("no sweeper")) }),
      scene: sceneNamed("the partner takes its time"),
    },
  ),
];
