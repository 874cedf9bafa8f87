import type { Form } from "../../../functions/domain/core/form.ts";
import { termsVersion } from "../../../functions/domain/onboarding/enums.ts";

/** Forms of the wizard as a careful applicant fills them in. */
export const goodForms = {
  company: {
    legalName: "Acme Widgets, Inc.",
    tradingName: "",
    entityType: "corporation",
    country: "US",
    state: "DE",
    formationDate: "2015-04-01",
    taxId: "12-3456789",
    industry: "Wholesale of widgets",
    website: "acme.example",
    email: "office@acme.example",
    phone: "+1 (212) 555-0100",
  },
  addresses: {
    registeredLine1: "1 Main Street",
    registeredLine2: "",
    registeredCity: "Wilmington",
    registeredRegion: "DE",
    registeredPostalCode: "19801",
    registeredCountry: "US",
    operatingSame: "yes",
  },
  person: {
    fullName: "Zoë Ó Brien",
    birthDate: "1980-02-29",
    country: "IE",
    email: "zoe@acme.example",
    homeLine1: "5 Harcourt Street",
    homeLine2: "",
    homeCity: "Dublin",
    homeRegion: "",
    homePostalCode: "D02 XY45",
    homeCountry: "IE",
    idType: "passport",
    idNumber: "PA 1234567",
    ownershipPercent: "62.5",
    isControlPerson: "yes",
    title: "Chief Executive",
  },
  people: { owners: "listed" },
  payout: {
    accountHolder: "Acme Widgets, Inc.",
    bankName: "",
    accountType: "checking",
    routingNumber: "021000021",
    accountNumber: "000123456789",
    accountNumberAgain: "000123456789",
    wallet: "0x52908400098527886E0F7030069857D2E4169EE7",
    chain: "base",
    stable: "USDT",
  },
  consent: { name: "Zoë Ó Brien", title: "Chief Executive", agree: "yes", termsVersion },
} as const satisfies Record<string, Form>;

/** What is secret in them: none of it may ever be read in the clear. */
export const secretsOfForms = ["123456789", "12-3456789", "1980-02-29", "PA1234567", "000123456789"];
