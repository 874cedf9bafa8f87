import { dayOf, type Instant } from "../core/time.ts";
import type { KybAnswers, Person } from "./answers.ts";
import { addressOf, countryOf, type Said } from "./company.ts";
import { idTypes, type OwnerWord, ownerWords } from "./enums.ts";
import { Fields, type Form, type KybProblem, kybProblem, type Read } from "./form.ts";

/** From this share on an owner has to be named, in hundredths of a percent: 25 % (31 CFR 1010.230(d)(1)). */
const namedOwnerBps = 2500;

/** People that an application can list. */
const peopleMax = 20;

const earliestBirth = "1900-01-01";
const adultYears = 18;

/** The fields of one person: fullName, birthDate, country, email, homeLine1, homeLine2, homeCity, homeRegion, homePostalCode, homeCountry, idType, idNumber, ownershipPercent, isControlPerson (ticked), title. What is sealed may be left empty where it is there already. */
export function readPerson(
  form: Form,
  others: readonly Person[],
  before: Person | null,
  now: Instant,
): Read<Said<Omit<Person, "id">, "birthDate" | "idNumber">> {
  return Fields.read(form, (fields) => {
    const idType = fields.choice("idType", idTypes);
    const isControlPerson = fields.ticked("isControlPerson");
    const title = fields.optional("title", 120);
    const ownershipBps = shareOf(fields);
    if (isControlPerson && title === null) fields.wrong("title", "title_required");
    if (isControlPerson && others.some((each) => each.isControlPerson))
      fields.wrong("isControlPerson", "second_control_person");
    if (ownershipBps + totalBps(others) > 10_000) fields.wrong("ownershipPercent", "over_100_percent");
    if (before === null && others.length >= peopleMax) fields.wrong("fullName", "too_many_people");
    return {
      plain: {
        fullName: fields.name("fullName"),
        country: countryOf(fields, "country"),
        email: fields.email("email"),
        address: addressOf(fields, "home"),
        idType,
        ownershipBps,
        isControlPerson,
        title,
      },
      secrets: {
        birthDate: birthDateOf(fields, before, now),
        idNumber: idNumberOf(fields, idType, before),
      },
    };
  });
}

/** What everybody listed owns together. */
function totalBps(people: readonly Pick<Person, "ownershipBps">[]): number {
  return people.reduce((sum, { ownershipBps }) => sum + ownershipBps, 0);
}

/** `33.33` or `33,33` is 3333; nothing is 0. */
function shareOf(fields: Fields): number {
  const text = fields.text("ownershipPercent", 16).replace(/ ?%$/, "");
  if (text === "") return 0;
  const parts = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text);
  const bps = parts ? Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0")) : Number.NaN;
  if (!(bps <= 10_000)) fields.wrong("ownershipPercent", "not_a_percentage");
  return bps <= 10_000 ? bps : 0;
}

function birthDateOf(fields: Fields, before: Person | null, now: Instant): string | null {
  const today = dayOf(now);
  if (before !== null && fields.text("birthDate", 32) === "") return null;
  const day = fields.day("birthDate", today, earliestBirth);
  const [year = 0, rest = ""] = [Number(today.slice(0, 4)), today.slice(4)];
  const latest = `${String(year - adultYears).padStart(4, "0")}${rest}`;
  if (day > latest && day <= today) fields.wrong("birthDate", "too_young");
  return day;
}

/** A number of another kind of document is no longer the one that was given. */
function idNumberOf(fields: Fields, idType: Person["idType"], before: Person | null): string | null {
  const whole = fields.number("idNumber", 40);
  if (whole === "" && before?.idType === idType) return null;
  if (whole === "") fields.wrong("idNumber", "required");
  else if (!(usNumbers[idType] ?? /^[\p{L}\p{N}]{4,30}$/u).test(whole))
    fields.wrong("idNumber", "not_an_id_number");
  return whole;
}

/** What the Social Security Administration and the IRS give out: no part of an SSN is all zeros, and those that begin with 9 are ITINs. */
const usNumbers: Readonly<Partial<Record<Person["idType"], RegExp>>> = {
  ssn: /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/,
  itin: /^9\d{8}$/,
};

/** The field of the step `people`: owners, which says whether those of 25 % or more are all listed, or there is none. */
export function readOwners(form: Form): Read<OwnerWord> {
  return Fields.read(form, (fields) => fields.choice("owners", ownerWords));
}

/** Why the people listed are not all that have to be: one person in control, who may own something too, and everybody who owns 25 % or more (31 CFR 1010.230(d)); null where they are. */
export function peopleProblem({ people, owners }: Pick<KybAnswers, "people" | "owners">): KybProblem | null {
  if (people.filter((each) => each.isControlPerson).length !== 1)
    return kybProblem("people", "control_person_required");
  if (totalBps(people) > 10_000) return kybProblem("people", "over_100_percent");
  const isNamed = people.some(({ ownershipBps }) => ownershipBps >= namedOwnerBps);
  if (owners === "none") return isNamed ? kybProblem("owners", "owner_not_declared") : null;
  return owners === "listed" && isNamed ? null : kybProblem("owners", "owner_required");
}

/** Whose identity has to be shown: the person in control, and everybody who owns 25 % or more. */
export function isToIdentify({ isControlPerson, ownershipBps }: Person): boolean {
  return isControlPerson || ownershipBps >= namedOwnerBps;
}
