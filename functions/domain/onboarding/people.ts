import * as z from "zod";
import { type Form, inputsOf, withInput } from "../core/form.ts";
import { dayOf, type Instant } from "../core/time.ts";
import { addressFields, addressIn } from "./address.ts";
import type { KybAnswers, Person } from "./answers.ts";
import { idTypes, type OwnerWord, ownerAnswers } from "./enums.ts";
import * as field from "./fields.ts";
import { type KybFormResult, type KybProblem, kybRule, readKybForm } from "./form.ts";

/** From this share on an owner has to be named, in hundredths of a percent: 25 % (31 CFR 1010.230(d)(1)). */
const namedOwnerBps = 2500;

const peopleMax = 20;

const earliestBirth = "1900-01-01";
const adultYears = 18;

/** What the Social Security Administration and the IRS give out: no part of an SSN is all zeros, and those that begin with 9 are ITINs. */
const usNumbers: Readonly<Partial<Record<Person["idType"], RegExp>>> = {
  ssn: /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/,
  itin: /^9\d{8}$/,
};

/** Whom else the list has, what it has of this person, and which day it is. */
interface PersonContext {
  readonly others: readonly Person[];
  readonly before: Person | null;
  readonly today: string;
}

function personForm(form: Form, { others, before, today }: PersonContext) {
  const idType = idTypes.find((each) => each === field.clean(form.idType)) ?? idTypes[0];
  const isInControl = field.clean(form.isControlPerson) === "yes";
  const isFull = before === null && others.length >= peopleMax;
  const isBirthDateUnchanged = before !== null && field.clean(form.birthDate) === "";
  // A number of another kind of document is no longer the one that was given.
  const isNumberUnchanged = before?.idType === idType && field.cleanNumber(form.idNumber) === "";
  return z.strictObject({
    fullName: isFull ? z.string().check(kybRule("too_many_people", () => false)) : field.name(200),
    birthDate: isBirthDateUnchanged ? field.blankSecret : birthDate(today),
    country: field.country(),
    email: field.email(),
    ...addressFields("home", form),
    idType: field.choice(idTypes, "select"),
    idNumber: isNumberUnchanged ? field.blankSecret : idNumber(idType),
    ownershipPercent: share(totalBps(others)),
    isControlPerson: field.checkbox(
      { optional: true },
      kybRule("second_control_person", (typed) => typed === "" || !others.some((each) => each.isControlPerson)),
    ),
    title: field.optional(
      120,
      { optional: "unsaid" },
      kybRule("title_required", (typed) => typed !== "" || !isInControl),
    ),
  });
}

export const personInputs = inputsOf(personForm({}, { others: [], before: null, today: "" }));

/** Reads the form of one person; a secret that is null is the one that is sealed already. */
export function readPerson(form: Form, others: readonly Person[], before: Person | null, now: Instant) {
  const schema = personForm(form, { others, before, today: dayOf(now) });
  return readKybForm(schema, form, ({ fullName, country: nationality, ...read }) => ({
    ...{ fullName, country: nationality, email: read.email, address: addressIn("home", read) },
    ...{ idType: read.idType, ownershipBps: read.ownershipPercent },
    ...{ isControlPerson: read.isControlPerson, title: read.title },
    ...{ birthDate: read.birthDate, idNumber: read.idNumber },
  }));
}

function totalBps(people: readonly Pick<Person, "ownershipBps">[]): number {
  return people.reduce((sum, { ownershipBps }) => sum + ownershipBps, 0);
}

/** A share beside what others own: `33.33` or `33,33` is 3333; nothing is 0. */
function share(othersBps: number) {
  const schema = field.text(16).check(
    kybRule("not_a_percentage", (typed) => bpsOf(typed) <= 10_000),
    kybRule("over_100_percent", (typed) => bpsOf(typed) + othersBps <= 10_000),
  );
  return withInput(schema.transform(bpsOf), { inputmode: "decimal", width: 6, maxLength: 16 });
}

function bpsOf(typed: string): number {
  const plain = typed.replace(/ ?%$/, "");
  const parts = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(plain === "" ? "0" : plain);
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0")) : Number.NaN;
}

function birthDate(today: string) {
  const latest = `${String(Number(today.slice(0, 4)) - adultYears).padStart(4, "0")}${today.slice(4)}`;
  return field.day(today, earliestBirth).check(kybRule("too_young", (typed) => typed <= latest));
}

function idNumber(idType: Person["idType"]) {
  const form = usNumbers[idType] ?? /^[\p{L}\p{N}]{4,30}$/u;
  return field.requiredNumber().check(kybRule("not_an_id_number", (whole) => form.test(whole)));
}

const ownersForm = z.strictObject({ owners: field.choice(ownerAnswers) });

/** How the field of the step `people` is entered, which says whether the owners of 25 % or more are all listed, or there is none. */
export const ownersInputs = inputsOf(ownersForm);

export function readOwners(form: Form): KybFormResult<OwnerWord> {
  return readKybForm(ownersForm, form, ({ owners }) => owners);
}

/** Why the people listed are not all that have to be: one person in control, who may own something too, and everybody who owns 25 % or more (31 CFR 1010.230(d)); null where they are. */
export function peopleProblem({ people, owners }: Pick<KybAnswers, "people" | "owners">): KybProblem | null {
  if (people.filter((each) => each.isControlPerson).length !== 1)
    return { path: "people", code: "control_person_required" };
  if (totalBps(people) > 10_000) return { path: "people", code: "over_100_percent" };
  const isNamed = people.some(({ ownershipBps }) => ownershipBps >= namedOwnerBps);
  if (owners === "none") return isNamed ? { path: "owners", code: "owner_not_declared" } : null;
  return owners === "listed" && isNamed ? null : { path: "owners", code: "owner_required" };
}

/** Whose identity has to be shown: the person in control, and everybody who owns 25 % or more. */
export function isToIdentify({ isControlPerson, ownershipBps }: Person): boolean {
  return isControlPerson || ownershipBps >= namedOwnerBps;
}
