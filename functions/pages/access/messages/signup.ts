import type { AccessInput } from "../../../domain/access/signup.ts";
import type { Locale } from "../../../domain/core/mail.ts";

/** The fields of the form, as its address names them. */
export type SignupField = Exclude<keyof AccessInput, "expectedMonthlyVolumeCents"> | "expectedMonthlyVolume";

interface FieldWords {
  readonly label: string;
  readonly hint?: string;
  /** What is said of it when it is wrong, and when it is too long. */
  readonly wrong: string;
  readonly long: string;
}

const en = {
  title: "Request access",
  lead: "Tell us who you are and what you want to use Sluice for. A person reads every request.",
  fields: {
    companyName: {
      label: "Company name",
      hint: "As it is registered",
      wrong: "Enter the company’s name",
      long: "The company’s name may have at most 200 characters",
    },
    contactName: { label: "Your name", wrong: "Enter your name", long: "Your name may have at most 200 characters" },
    contactEmail: {
      label: "E-mail address",
      hint: "We write to this address once your request has been read",
      wrong: "Enter an e-mail address, like name@company.com",
      long: "An e-mail address has at most 254 characters",
    },
    website: {
      label: "Website",
      wrong: "Enter the address of your website, like https://company.com, or leave it empty",
      long: "The address of a website may have at most 300 characters",
    },
    country: {
      label: "Country of registration",
      wrong: "Choose a country from the list",
      long: "Choose a country from the list",
    },
    useCase: {
      label: "What do you want to use it for?",
      hint: "What you sell, who pays you, and where the money is to go",
      wrong: "Write it in plain text, without control characters",
      long: "That is too long: write at most 2,000 characters",
    },
    expectedMonthlyVolume: {
      label: "Expected volume per month, in US dollars",
      hint: "A rough figure will do, like 25,000",
      wrong: "Enter an amount of dollars, like 25,000, or leave it empty",
      long: "Enter an amount under 10,000,000,000 dollars",
    },
  } satisfies Record<SignupField, FieldWords>,
  submit: "Send the request",
  privacy: "What you write is used to answer this request and for nothing else.",
  unknown: "The form had a field that does not belong to it. Load the page again and send it from there.",
  thanks: {
    title: "Thank you. Your request has arrived",
    text: "A person will read it and write to the address that you gave. Nothing more is needed from you until then.",
    next: "Meanwhile you can read how it works.",
    home: "To the front page",
  },
  tooMany: {
    title: "Too many requests came from your connection",
    text: (minutes: number) =>
      minutes === 1
        ? "Nothing was sent. What you wrote is still here: try again in a minute."
        : `Nothing was sent. What you wrote is still here: try again in ${minutes} minutes.`,
  },
};

/** What a form says by which anybody may ask for something. */
export type AccessRequestMessages<F extends string> = Omit<typeof en, "fields"> & {
  readonly fields: Readonly<Record<F, FieldWords>>;
};

const es: AccessRequestMessages<SignupField> = {
  title: "Solicitar acceso",
  lead: "Díganos quién es y para qué quiere usar Sluice. Una persona lee cada solicitud.",
  fields: {
    companyName: {
      label: "Nombre de la empresa",
      hint: "Tal como está registrada",
      wrong: "Escriba el nombre de la empresa",
      long: "El nombre de la empresa puede tener 200 caracteres como máximo",
    },
    contactName: {
      label: "Su nombre",
      wrong: "Escriba su nombre",
      long: "Su nombre puede tener 200 caracteres como máximo",
    },
    contactEmail: {
      label: "Correo electrónico",
      hint: "Escribimos a esta dirección cuando se haya leído su solicitud",
      wrong: "Escriba una dirección de correo, como nombre@empresa.com",
      long: "Una dirección de correo tiene como mucho 254 caracteres",
    },
    website: {
      label: "Sitio web",
      wrong: "Escriba la dirección de su sitio, como https://empresa.com, o deje el campo vacío",
      long: "La dirección de un sitio puede tener 300 caracteres como máximo",
    },
    country: { label: "País de registro", wrong: "Elija un país de la lista", long: "Elija un país de la lista" },
    useCase: {
      label: "¿Para qué quiere usarlo?",
      hint: "Qué vende, quién le paga y adónde debe ir el dinero",
      wrong: "Escríbalo como texto sin formato, sin caracteres de control",
      long: "Es demasiado largo: escriba como mucho 2,000 caracteres",
    },
    expectedMonthlyVolume: {
      label: "Volumen mensual esperado, en dólares estadounidenses",
      hint: "Basta una cifra aproximada, como 25,000",
      wrong: "Escriba una cantidad en dólares, como 25,000, o deje el campo vacío",
      long: "Escriba una cantidad menor de 10,000,000,000 dólares",
    },
  },
  submit: "Enviar la solicitud",
  privacy: "Lo que escriba se usa para responder a esta solicitud y para nada más.",
  unknown: "El formulario traía un campo que no es suyo. Cargue la página de nuevo y envíelo desde allí.",
  thanks: {
    title: "Gracias. Su solicitud ha llegado",
    text: "Una persona la leerá y escribirá a la dirección que nos dio. Hasta entonces no tiene que hacer nada más.",
    next: "Mientras tanto puede leer cómo funciona.",
    home: "A la portada",
  },
  tooMany: {
    title: "Han llegado demasiadas solicitudes desde su conexión",
    text: (minutes) =>
      minutes === 1
        ? "No se ha enviado nada. Lo que escribió sigue aquí: inténtelo en un minuto."
        : `No se ha enviado nada. Lo que escribió sigue aquí: inténtelo dentro de ${minutes} minutos.`,
  },
};

export const signupMessages: Readonly<Record<Locale, AccessRequestMessages<SignupField>>> = { en, es };
