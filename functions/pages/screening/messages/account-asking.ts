import type { Locale } from "../../../domain/core/mail.ts";
import type { AccountInput } from "../../../domain/screening/account-request.ts";
import { type AccessRequestMessages, signupMessages } from "../../access/messages/signup.ts";

export type AccountField = keyof AccountInput;

const en: AccessRequestMessages<AccountField> = {
  ...signupMessages.en,
  title: "Ask for an account",
  lead: "Say who you are and which plan you want. A person reads every request.",
  fields: {
    ...signupMessages.en.fields,
    plan: {
      label: "Plan",
      hint: "It can be changed at any time",
      wrong: "Choose one of the plans",
      long: "Choose one of the plans",
    },
    useCase: {
      ...signupMessages.en.fields.useCase,
      label: "What do you want to screen?",
      hint: "Payouts, deposits or customers, on which chains, and about how many a month",
    },
  },
  thanks: {
    ...signupMessages.en.thanks,
    text: "A person will read it and write to the address that you gave. Your API key is passed on to you once the account is open.",
  },
};

const es: AccessRequestMessages<AccountField> = {
  ...signupMessages.es,
  title: "Solicitar una cuenta",
  lead: "Diga quién es y qué plan quiere. Una persona lee cada solicitud.",
  fields: {
    ...signupMessages.es.fields,
    plan: {
      label: "Plan",
      hint: "Se puede cambiar en cualquier momento",
      wrong: "Elija uno de los planes",
      long: "Elija uno de los planes",
    },
    useCase: {
      ...signupMessages.es.fields.useCase,
      label: "¿Qué quiere comprobar?",
      hint: "Pagos, ingresos o clientes, en qué cadenas, y cuántos al mes más o menos",
    },
  },
  thanks: {
    ...signupMessages.es.thanks,
    text: "Una persona la leerá y escribirá a la dirección que nos dio. Le pasaremos su clave de API en cuanto la cuenta esté abierta.",
  },
};

export const accountRequestMessages: Readonly<Record<Locale, AccessRequestMessages<AccountField>>> = { en, es };
