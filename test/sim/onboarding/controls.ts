import type { Book, Row, Write } from "../../../functions/app/core/ports.ts";
import { sendLetter } from "../../../functions/app/mail/send-letter.ts";
import type { Onboarding } from "../../../functions/app/onboarding/ports.ts";
import type { PeopleAlteration } from "../../support/world/people-world.ts";
import type { TestPartner } from "../../support/world/test-partner.ts";
import { type PartCaught, tryMistake } from "../core/part-control.ts";
import { inTwo, withState } from "../settlement/control.ts";
import type { PeopleInvariant } from "./findings.ts";
import { playPeopleSeed } from "./schedule.ts";

/** A mistake that could have been made with people's ways, and the invariants that must tell it. */
export interface PeopleControl {
  readonly name: string;
  readonly caughtBy: readonly PeopleInvariant[];
  readonly alteration: PeopleAlteration;
  readonly scene: string;
}

const whole = "invited, and all is filled in";
const alone = "sent in two tabs at once, and approved for a tenant of its own";

/** What of the write of a concerned row belongs to the second part. */
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
  return {
    name: partner.name,
    look: (ref) => partner.look(ref),
    apply: (applicant) => {
      count += 1;
      return partner.apply({ ...applicant, key: `${applicant.key}.${count}`, ref: null });
    },
  };
}

/** Mistakes on purpose. */
export const peopleControls: readonly PeopleControl[] = [
  {
    name: "approval in two transactions",
    caughtBy: ["an approval and its tenant are one"],
    alteration: { book: (book) => inTwo(book, laterOf(isApproved, isTenants)) },
    scene: alone,
  },
  {
    name: "tenant, key and invite in two transactions",
    caughtBy: ["one tenant, one key and one application for whoever is let in"],
    alteration: {
      book: (book) =>
        inTwo(
          book,
          laterOf(
            (row) => row.type === "signup" && statusOf(row) === "accepted",
            (row) => row.pk.startsWith("kyb_") || row.pk.startsWith("kyb_link"),
          ),
        ),
    },
    scene: "access is asked for and granted",
  },
  {
    name: "a link that is not hashed",
    caughtBy: ["a link is kept by its hash alone"],
    alteration: {
      people: ({ inviteApplicant }) => ({
        inviteApplicant: async (desk, asked) => {
          const said = await inviteApplicant(desk, asked);
          const pk = `kyb_link_plain#${said.magicLink.slice(-43)}`;
          const put = { pk, sk: "row", v: 1, type: "kyb_link", body: {} };
          await desk.book.write([{ put, expect: "absent" }], pk);
          return said;
        },
      }),
    },
    scene: whole,
  },
  {
    name: "the partner asked under a fresh key",
    caughtBy: ["one application at the partner for each of ours"],
    alteration: { partner: underFreshKeys },
    scene: alone,
  },
  {
    name: "a form's digest ignored",
    caughtBy: ["a form counts once"],
    alteration: {
      book: (book) => ({
        read: async (keys) =>
          (await book.read(keys)).map((row) => row && withState(row, "kyb", () => ({ lastForm: null }))),
        page: (query) => book.page(query),
        write: (writes, nonce) => book.write(writes, nonce),
      }),
    },
    scene: whole,
  },
  {
    name: "submitted without looking for the consent",
    caughtBy: ["never approved without consent, submission and the partner's word"],
    alteration: {
      relax: (writes) =>
        writes.map((write) =>
          "put" in write ? { ...write, put: withState(write.put, "kyb", () => ({ consents: [] })) } : write,
        ),
    },
    scene: alone,
  },
  {
    name: "a letter sent before it is taken",
    caughtBy: ["every letter goes out, and again only where its worker died"],
    alteration: {
      people: () => ({
        sendLetter: async (desk, order) => {
          const read = desk.book.read;
          const unleased = (row: Row | undefined) =>
            row?.type === "letter"
              ? { ...row, body: { ...(row.body as object), status: "queued", leaseUntil: null } }
              : row;
          const book = {
            ...desk.book,
            read: async (keys: Parameters<Book["read"]>[0]) => (await read(keys)).map(unleased),
          };
          return sendLetter({ ...desk, book }, order);
        },
      }),
    },
    scene: alone,
  },
  {
    name: "an entry that nobody hands on again",
    caughtBy: ["nothing is stuck", "every letter goes out, and again only where its worker died"],
    alteration: {
      app: () => ({ sweep: async () => ({ handedOn: 0, continued: 0, resumed: 0, queued: 0, failed: 0 }) }),
    },
    scene: "the partner takes its time",
  },
];

/** Schedules that a mistake is given to show itself. */
const mostSchedules = 1_500;

/** Plays schedules against a mistake until the invariant that should tell it does. */
export function tryPeopleControl(control: PeopleControl): Promise<PartCaught<PeopleInvariant>> {
  const { alteration, scene } = control;
  return tryMistake(control, (seed) => playPeopleSeed(seed, { alteration, scene }), mostSchedules);
}
