import type { Locale } from "../../../domain/core/mail.ts";

const en = {
  title: "Wallet screening",
  lead: "Ask about an address before you pay it. The answer says what was found, on which version of which list, and what nobody looked at.",
  docs: "Documentation",
  reference: "API reference",
  health: "Status and age of the lists",
  playground: {
    title: "Try an address",
    value: "Address or transaction",
    hint: "The chain is found by the address’s own checksum",
    submit: "Screen it",
    limits: "10 a minute and 50 a day from one connection. Nothing that you type is kept.",
  },
  result: {
    title: { allow: "Nothing was found", review: "A person should look at it", block: "Blocked" },
    text: {
      allow: "The address is on none of the lists below. That says nothing about whom it has dealt with.",
      review: "It could not be told that this is safe to pay.",
      block: "It is on a list that forbids paying it, or was reported as something that should not be paid.",
    },
    value: "Asked about",
    risk: "Risk",
    levels: { low: "low", medium: "medium", high: "high", critical: "critical" },
    chain: "Chain",
    noChain: "not recognised",
    candidates: "could also be",
    checksum: "Checksum",
    checksums: { ok: "holds", absent: "this form has none", bad: "does not hold: a letter may be wrong" },
    reasons: "Why",
    noReasons: "no entry on any list",
    noted: (what: string) => `no entry that is in force; there was one for ${what}`,
    unsure: {
      checksum: "its checksum does not hold",
      form: "it has the form of no address that is known",
      transaction: "nobody looked at whom the money came from",
    },
    lists: "Looked at",
    listNames: { ofac_sdn: "OFAC’s SDN list", fixture: "The sandbox’s own list" },
    listed: (list: string, date: string, records: string) => `${list} of ${date}, ${records} addresses`,
    more: "With a key the answer also names the entity, its programs, and why in plain words.",
  },
  plans: {
    title: "Plans",
    lead: "Only answers count: a refused request and one that could not be answered are free.",
    plan: "Plan",
    price: "Price a month",
    screenings: "Screenings a month",
    apiKeys: "API keys",
    unlimited: "unlimited",
    monitors: "Webhooks for risk alerts",
    yes: "yes",
    no: "no",
    account: "Account",
    choose: "Choose",
    ask: "Ask for an account",
    gives: (price: string, screenings: string) => `${price} a month, ${screenings} screenings`,
    how: "An operator reads each request, opens the account and passes on its key, and changes plans later; nothing is charged on this page.",
  },
  gets: {
    title: "What you get",
    things: [
      {
        title: "Evidence, not a colour",
        text: "Every answer names its lists with date and SHA-256, and a hash by which it can be worked out again.",
      },
      {
        title: "Seventeen families of chains",
        text: "Recognised by their checksums. A mistyped address is told as one, not passed as clean.",
      },
      { title: "Closed when in doubt", text: "A list that is too old or a source that is silent is never a pass." },
      {
        title: "Told when it changes",
        text: "Monitors look again whenever a list changes about an address, and daily, and send a signed webhook.",
      },
    ],
  },
  know: {
    title: "What to know",
    things: [
      "A match with a list is not a compliance programme, and no match is not a licence to pay.",
      "Without a provider of graph analysis only the address itself is looked up, not whom it has dealt with.",
      "Addresses that a list’s publisher does not know are on no list.",
    ],
  },
  problems: {
    empty: "Enter an address or a transaction",
    invalid_value: "This cannot be an address or a transaction",
    unsupported_type: "This cannot be screened",
    rate_limited: "Too many requests came from your connection: wait a little and try again",
    provider_unavailable: "No list is ready to be looked at: try again later",
  },
};

export type ScreeningMessages = typeof en;

/** Why a typed value was not screened. */
export type PlaygroundProblem = keyof ScreeningMessages["problems"];

const es: ScreeningMessages = {
  title: "Control de monederos",
  lead: "Pregunte por una dirección antes de pagarle. La respuesta dice qué se encontró, en qué versión de qué lista, y qué no miró nadie.",
  docs: "Documentación",
  reference: "Referencia de la API",
  health: "Estado y antigüedad de las listas",
  playground: {
    title: "Pruebe una dirección",
    value: "Dirección o transacción",
    hint: "La cadena se reconoce por la suma de control de la propia dirección",
    submit: "Comprobar",
    limits: "10 por minuto y 50 al día desde una misma conexión. No se guarda nada de lo que escriba.",
  },
  result: {
    title: { allow: "No se encontró nada", review: "Debería verlo una persona", block: "Bloqueada" },
    text: {
      allow: "La dirección no está en ninguna de las listas de abajo. Eso no dice nada de con quién ha tratado.",
      review: "No se pudo saber que sea seguro pagarle.",
      block: "Está en una lista que prohíbe pagarle, o fue señalada como algo que no debe pagarse.",
    },
    value: "Se preguntó por",
    risk: "Riesgo",
    levels: { low: "bajo", medium: "medio", high: "alto", critical: "crítico" },
    chain: "Cadena",
    noChain: "no reconocida",
    candidates: "también podría ser",
    checksum: "Suma de control",
    checksums: {
      ok: "correcta",
      absent: "esta forma no la tiene",
      bad: "incorrecta: puede haber una letra equivocada",
    },
    reasons: "Por qué",
    noReasons: "ninguna entrada en ninguna lista",
    noted: (what) => `ninguna entrada en vigor; la hubo por ${what}`,
    unsure: {
      checksum: "su suma de control no es correcta",
      form: "no tiene la forma de ninguna dirección conocida",
      transaction: "nadie miró de quién vino el dinero",
    },
    lists: "Se miró",
    listNames: { ofac_sdn: "La lista SDN de la OFAC", fixture: "La lista propia del entorno de pruebas" },
    listed: (list, date, records) => `${list} del ${date}, ${records} direcciones`,
    more: "Con una clave la respuesta nombra además a la entidad, sus programas y el porqué en palabras sencillas.",
  },
  plans: {
    title: "Planes",
    lead: "Solo cuentan las respuestas: una petición rechazada o que no pudo responderse es gratis.",
    plan: "Plan",
    price: "Precio al mes",
    screenings: "Controles al mes",
    apiKeys: "Claves de API",
    unlimited: "sin límite",
    monitors: "Avisos de riesgo por webhook",
    yes: "sí",
    no: "no",
    account: "Cuenta",
    choose: "Elegir",
    ask: "Solicitar una cuenta",
    gives: (price, screenings) => `${price} al mes, ${screenings} controles`,
    how: "Un operador lee cada solicitud, abre la cuenta y pasa su clave, y más adelante cambia de plan; en esta página no se cobra nada.",
  },
  gets: {
    title: "Qué obtiene",
    things: [
      {
        title: "Pruebas, no un color",
        text: "Cada respuesta nombra sus listas con fecha y SHA-256, y una huella con la que puede volver a calcularse.",
      },
      {
        title: "Diecisiete familias de cadenas",
        text: "Reconocidas por sus sumas de control. Una dirección mal escrita se señala como tal, no pasa por limpia.",
      },
      {
        title: "Cerrado en caso de duda",
        text: "Una lista demasiado antigua o una fuente que calla nunca es un aprobado.",
      },
      {
        title: "Avisa cuando algo cambia",
        text: "Los monitores vuelven a mirar cuando cambia una lista sobre una dirección, y a diario, y envían un webhook firmado.",
      },
    ],
  },
  know: {
    title: "Qué debe saber",
    things: [
      "Coincidir con una lista no es un programa de cumplimiento, y no coincidir no es permiso para pagar.",
      "Sin un proveedor de análisis de grafos solo se busca la dirección misma, no con quién ha tratado.",
      "Las direcciones que el autor de una lista no conoce no están en ninguna lista.",
    ],
  },
  problems: {
    empty: "Escriba una dirección o una transacción",
    invalid_value: "Esto no puede ser una dirección ni una transacción",
    unsupported_type: "Esto no se puede comprobar",
    rate_limited: "Han llegado demasiadas peticiones desde su conexión: espere un poco e inténtelo de nuevo",
    provider_unavailable: "Ninguna lista está disponible ahora: inténtelo más tarde",
  },
};

export const screeningMessages: Readonly<Record<Locale, ScreeningMessages>> = { en, es };
