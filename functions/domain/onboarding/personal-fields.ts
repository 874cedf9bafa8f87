import type { Company, Payout, Person, PostalAddress, SealedText } from "./answers.ts";
import type { Kyb, KybConsent } from "./kyb.ts";

type Change = (text: string) => string;

/** An application with each text changed that its people and their business told of themselves, and what the partner says of them. What decisions read stays: countries, shares, kinds, and the wallet, which becomes the tenant's. */
export function mapApplicantTexts(state: Kyb, change: Change): Kyb {
  const { answers, consents, partner } = state;
  return {
    ...state,
    legalName: change(state.legalName),
    contactEmail: change(state.contactEmail),
    answers: {
      ...answers,
      company: answers.company && companyTexts(answers.company, change),
      addresses: answers.addresses && {
        ...answers.addresses,
        registered: addressTexts(answers.addresses.registered, change),
        operating: answers.addresses.operating && addressTexts(answers.addresses.operating, change),
      },
      people: answers.people.map((each) => personTexts(each, change)),
      payout: answers.payout && payoutTexts(answers.payout, change),
    },
    consents: consents.map((each) => consentTexts(each, change)),
    partner: partner && {
      ...partner,
      reasons: partner.reasons.map(change),
      pages: {
        ...partner.pages,
        identity: orNull(partner.pages.identity, change),
        terms: orNull(partner.pages.terms, change),
      },
    },
  };
}

function orNull(text: string | null, change: Change): string | null {
  return text === null ? null : change(text);
}

function secretTexts(secret: SealedText, change: Change): SealedText {
  return { ...secret, sealed: change(secret.sealed), last4: change(secret.last4) };
}

function addressTexts(address: PostalAddress, change: Change): PostalAddress {
  return {
    ...address,
    line1: change(address.line1),
    line2: orNull(address.line2, change),
    city: change(address.city),
    postalCode: orNull(address.postalCode, change),
  };
}

function companyTexts(company: Company, change: Change): Company {
  return {
    ...company,
    legalName: change(company.legalName),
    tradingName: orNull(company.tradingName, change),
    formationDate: change(company.formationDate),
    taxId: secretTexts(company.taxId, change),
    website: orNull(company.website, change),
    email: change(company.email),
    phone: change(company.phone),
  };
}

function personTexts(person: Person, change: Change): Person {
  return {
    ...person,
    fullName: change(person.fullName),
    birthDate: { ...person.birthDate, sealed: change(person.birthDate.sealed) },
    email: change(person.email),
    address: addressTexts(person.address, change),
    idNumber: secretTexts(person.idNumber, change),
    title: orNull(person.title, change),
  };
}

function payoutTexts(payout: Payout, change: Change): Payout {
  return {
    ...payout,
    accountHolder: change(payout.accountHolder),
    bankName: orNull(payout.bankName, change),
    routingNumber: change(payout.routingNumber),
    accountNumber: secretTexts(payout.accountNumber, change),
  };
}

function consentTexts(consent: KybConsent, change: Change): KybConsent {
  return {
    ...consent,
    name: change(consent.name),
    title: change(consent.title),
    address: orNull(consent.address, change),
    userAgent: orNull(consent.userAgent, change),
  };
}
