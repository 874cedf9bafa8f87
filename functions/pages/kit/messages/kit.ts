import type { Locale } from "../../../domain/core/mail.ts";
import type { RefusalCode } from "../../../domain/core/refusal.ts";

const enNothing = {
  title: "There is nothing here",
  text: "Check that the address is complete, or ask whoever sent it to you.",
};
const esNothing = {
  title: "Aquí no hay nada",
  text: "Compruebe que la dirección esté completa o pregunte a quien se la envió.",
};

const en = {
  skip: "Skip to the content",
  language: "Language",
  help: "Questions? Write to",
  optional: "(optional)",
  choose: "Choose",
  problem: "There is a problem",
  errorTitle: "Error: ",
  copy: "Copy",
  copied: "Copied",
  again: "Look again",
  back: "Back",
  request: "Request",
  /** By code; whatever is not listed is `refused`, and a bug of ours `trouble`. */
  refusals: {
    not_found: enNothing,
    route_not_found: enNothing,
    link_expired: {
      title: "This link has ended",
      text: "It was good for a limited time, or a newer one has taken its place. Nothing that you saved is lost: ask whoever invited you to send a new link.",
    },
    method_not_allowed: { title: "This is not the way", text: "Go back, and use the page’s own buttons." },
    foreign_form: {
      title: "This form was not taken",
      text: "It did not come from a page of ours, or that page was open for too long. Go back, load the page again, and send it from there.",
    },
    validation_error: {
      title: "That could not be read",
      text: "Go back, load the page again, and send the form from there.",
    },
    invalid_json: {
      title: "That could not be read",
      text: "What was sent is not readable text. Go back and try again.",
    },
    body_too_large: {
      title: "That is too much at once",
      text: "Nothing was saved. Go back, shorten what you wrote, and send it again.",
    },
    unsupported_media_type: {
      title: "That could not be read",
      text: "Send the page’s own form. Files have a page of their own.",
    },
    rate_limited: {
      title: "Not so fast",
      text: "Too many tries came from your connection. Wait a few minutes, then try again.",
    },
  } satisfies Partial<Record<RefusalCode, typeof enNothing>>,
  refused: { title: "This was not done", text: "Go back, load the page again, and try once more." },
  trouble: {
    title: "Something went wrong on our side",
    text: "It has been noted, and nothing was half done. Try again in a few minutes.",
  },
};

/** What every page for people says, whatever it is about. */
export type KitMessages = typeof en;

const es: KitMessages = {
  skip: "Ir al contenido",
  language: "Idioma",
  help: "¿Preguntas? Escriba a",
  optional: "(opcional)",
  choose: "Elija",
  problem: "Hay un problema",
  errorTitle: "Error: ",
  copy: "Copiar",
  copied: "Copiado",
  again: "Volver a comprobar",
  back: "Atrás",
  request: "Referencia",
  refusals: {
    not_found: esNothing,
    route_not_found: esNothing,
    link_expired: {
      title: "Este enlace ha caducado",
      text: "Era válido por un tiempo limitado o uno más reciente lo ha sustituido. No se ha perdido nada de lo que guardó: pida un enlace nuevo a quien le invitó.",
    },
    method_not_allowed: { title: "Así no se puede", text: "Vuelva atrás y use los botones de la página." },
    foreign_form: {
      title: "Este formulario no se aceptó",
      text: "No procedía de una página nuestra o esa página llevaba demasiado tiempo abierta. Vuelva atrás, cargue la página de nuevo y envíelo desde allí.",
    },
    validation_error: {
      title: "No se pudo leer",
      text: "Vuelva atrás, cargue la página de nuevo y envíe el formulario desde allí.",
    },
    invalid_json: {
      title: "No se pudo leer",
      text: "Lo que se envió no es texto legible. Vuelva atrás e inténtelo de nuevo.",
    },
    body_too_large: {
      title: "Es demasiado de una vez",
      text: "No se guardó nada. Vuelva atrás, acorte lo que escribió y envíelo de nuevo.",
    },
    unsupported_media_type: {
      title: "No se pudo leer",
      text: "Envíe el formulario de la página. Los archivos tienen una página propia.",
    },
    rate_limited: {
      title: "Más despacio",
      text: "Llegaron demasiados intentos desde su conexión. Espere unos minutos e inténtelo de nuevo.",
    },
  },
  refused: { title: "Esto no se hizo", text: "Vuelva atrás, cargue la página de nuevo e inténtelo otra vez." },
  trouble: {
    title: "Algo ha fallado por nuestra parte",
    text: "Ha quedado anotado y nada se hizo a medias. Inténtelo de nuevo en unos minutos.",
  },
};

export const kitMessages: Readonly<Record<Locale, KitMessages>> = { en, es };
