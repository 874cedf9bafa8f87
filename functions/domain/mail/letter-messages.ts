import type { Locale } from "../core/mail.ts";
import type { PartnerItem } from "../onboarding/partner-status.ts";

/** Everything that letters say; what is put in is one line each. */
const english = {
  invoice: {
    subject: (number: string, seller: string) => `Invoice ${number} from ${seller}`,
    heading: (seller: string) => `${seller} has sent you an invoice`,
    says: "You can see the invoice and pay it online from your bank account.",
    number: "Invoice",
    amount: "Amount due",
    tax: "Tax on the whole invoice",
    due: "Due on",
    pay: "View and pay the invoice",
    pdf: "Download the invoice as a PDF",
    link: "Anybody who has these links can see the invoice, so pass them on with care.",
  },
  receipt: {
    subject: (number: string, seller: string) => `Receipt: your payment to ${seller} for invoice ${number}`,
    heading: (amount: string) => `We have received your payment of ${amount}`,
    says: (seller: string) => `Thank you for your payment to ${seller}.`,
    amount: "Amount received",
    date: "Received on",
    number: "Invoice",
    remains: "Still to be paid on this invoice",
    look: "View the invoice",
  },
  invite: {
    subject: (sender: string) => `${sender}: verify your business`,
    heading: (business: string) => `Please verify ${business}`,
    says: "Before payments can be made to your business, we have to know who owns it and where it is paid. A short form asks for that.",
    takes:
      "Have at hand: the registration and tax numbers, the people who own a quarter or more of the business, its documents, and where it wants to be paid. Every step is saved, so you can stop and go on later.",
    business: "Business",
    expires: "This link works until",
    begin: "Begin the verification",
    secret: "The link is yours alone: whoever has it can open the form. Please do not pass it on.",
  },
  approval: {
    subject: (reference: string, sender: string) => `${sender}: your approval for escrow ${reference}`,
    heading: (reference: string) => `Please decide about escrow ${reference}`,
    says: (sender: string) =>
      `${sender} has named you as an approver of an escrow. Its money is paid out only once its approvers agree. Look at its terms, then approve or reject.`,
    escrow: "Escrow",
    amount: "Amount",
    decide: "Look at it and decide",
    secret: "The link is yours alone: what is decided by it counts as your decision. Please do not pass it on.",
  },
  change: {
    requested: {
      subject: (business: string) => `${business}: a change of where your money goes was asked for`,
      heading: "Is this change yours?",
      says: (business: string) =>
        `Somebody has asked us to change how ${business} is paid or reached. Until it takes effect, everything stays as it is.`,
      when: "Takes effect at the earliest on",
      warns:
        "It needs a second person with us to agree. If nobody of yours asked for it, tell us at once, by a way that you have used before: until it takes effect we can stop it.",
    },
    effective: {
      subject: (business: string) => `${business}: a change of where your money goes is in force`,
      heading: "A change is in force",
      says: (business: string) =>
        `What was asked for has been agreed to, and holds for everything new of ${business}. What was under way goes where it was to go.`,
      when: "In force since",
      warns: "If nobody of yours asked for it, tell us at once, by a way that you have used before.",
    },
    settings: {
      destWallet: "Wallet",
      destChain: "Chain",
      stable: "Stablecoin",
      partnerCustomerId: "Customer at our partner",
      contactEmail: "Contact e-mail",
    },
    from: (before: string, after: string) => `${after} (before: ${before})`,
    none: "none",
  },
  approved: {
    subject: (business: string) => `${business} is verified`,
    heading: "Your business is verified",
    says: (business: string) => `The verification of ${business} is complete. Payments can be made from now on.`,
  },
  rejected: {
    subject: (business: string) => `The verification of ${business} was not successful`,
    heading: "Your business could not be verified",
    says: (business: string) => `The application of ${business} was looked at and not accepted.`,
    reasons: "What was said about it:",
  },
  missing: {
    subject: (business: string) => `Something is missing to verify ${business}`,
    heading: "Something is still missing",
    says: (business: string) => `The application of ${business} was looked at, and cannot be decided yet.`,
    items: "Please bring:",
    expires: "This link works until",
    go: "Bring what is missing",
  },
  /** What a partner may still ask for. */
  items: {
    terms: "your agreement to the partner’s terms",
    identity_check: "the identity check of a person",
    formation_document: "the document by which the company was formed",
    ownership_document: "a document that shows who owns the company",
    proof_of_address: "a proof of the address",
    tax_id: "the tax number",
    control_person: "who controls the company",
    ownership_structure: "who owns the company, and how much of it",
    address_of_operation: "the address where business is done",
    industry: "what the company does",
    other: "something more, which the form explains",
  } satisfies Record<PartnerItem, string>,
  footer: {
    why: (sender: string) => `This message was sent on behalf of ${sender}, and to you alone.`,
    ask: (address: string) => `Questions? Write to ${address}.`,
  },
};

type LetterMessages = typeof english;

const spanish: LetterMessages = {
  invoice: {
    subject: (number, seller) => `Factura ${number} de ${seller}`,
    heading: (seller) => `${seller} le ha enviado una factura`,
    says: "Puede ver la factura y pagarla en línea desde su cuenta bancaria.",
    number: "Factura",
    amount: "Importe a pagar",
    tax: "Impuestos de toda la factura",
    due: "Vence el",
    pay: "Ver y pagar la factura",
    pdf: "Descargar la factura en PDF",
    link: "Quien tenga estos enlaces puede ver la factura: compártalos con cuidado.",
  },
  receipt: {
    subject: (number, seller) => `Recibo: su pago a ${seller} de la factura ${number}`,
    heading: (amount) => `Hemos recibido su pago de ${amount}`,
    says: (seller) => `Gracias por su pago a ${seller}.`,
    amount: "Importe recibido",
    date: "Recibido el",
    number: "Factura",
    remains: "Pendiente de pago en esta factura",
    look: "Ver la factura",
  },
  invite: {
    subject: (sender) => `${sender}: verifique su empresa`,
    heading: (business) => `Verifique ${business}, por favor`,
    says: "Antes de que se puedan hacer pagos a su empresa, debemos saber a quién pertenece y dónde quiere cobrar. Un breve formulario lo pregunta.",
    takes:
      "Tenga a mano: los números de registro y fiscal, las personas que poseen una cuarta parte o más de la empresa, sus documentos y dónde quiere cobrar. Cada paso se guarda: puede parar y seguir más tarde.",
    business: "Empresa",
    expires: "Este enlace funciona hasta el",
    begin: "Empezar la verificación",
    secret: "El enlace es solo para usted: quien lo tenga puede abrir el formulario. No lo comparta, por favor.",
  },
  approval: {
    subject: (reference, sender) => `${sender}: su aprobación para el depósito en garantía ${reference}`,
    heading: (reference) => `Decida sobre el depósito en garantía ${reference}`,
    says: (sender) =>
      `${sender} le ha nombrado aprobador de un depósito en garantía. El dinero solo se paga cuando los aprobadores están de acuerdo. Vea las condiciones y después apruebe o rechace.`,
    escrow: "Depósito en garantía",
    amount: "Importe",
    decide: "Ver y decidir",
    secret: "El enlace es solo suyo: lo que se decida con él cuenta como su decisión. No lo comparta.",
  },
  change: {
    requested: {
      subject: (business) => `${business}: se ha pedido cambiar adónde va su dinero`,
      heading: "¿Es suyo este cambio?",
      says: (business) =>
        `Alguien nos ha pedido cambiar cómo se paga o se contacta a ${business}. Hasta que surta efecto, todo sigue como está.`,
      when: "Surte efecto como pronto el",
      warns:
        "Hace falta que una segunda persona de nuestra parte esté de acuerdo. Si nadie de su empresa lo ha pedido, avísenos enseguida por una vía que ya haya usado: hasta que surta efecto podemos pararlo.",
    },
    effective: {
      subject: (business) => `${business}: un cambio de adónde va su dinero está en vigor`,
      heading: "Un cambio está en vigor",
      says: (business) =>
        `Lo que se pidió se ha aprobado y vale para todo lo nuevo de ${business}. Lo que estaba en curso va adonde iba a ir.`,
      when: "En vigor desde el",
      warns: "Si nadie de su empresa lo ha pedido, avísenos enseguida por una vía que ya haya usado.",
    },
    settings: {
      destWallet: "Monedero",
      destChain: "Cadena",
      stable: "Stablecoin",
      partnerCustomerId: "Cliente de nuestro socio",
      contactEmail: "Correo de contacto",
    },
    from: (before, after) => `${after} (antes: ${before})`,
    none: "ninguno",
  },
  approved: {
    subject: (business) => `${business} está verificada`,
    heading: "Su empresa está verificada",
    says: (business) => `La verificación de ${business} ha terminado. Desde ahora puede recibir pagos.`,
  },
  rejected: {
    subject: (business) => `La verificación de ${business} no ha tenido éxito`,
    heading: "No se ha podido verificar su empresa",
    says: (business) => `La solicitud de ${business} se ha examinado y no se ha aceptado.`,
    reasons: "Esto es lo que se dijo de ella:",
  },
  missing: {
    subject: (business) => `Falta algo para verificar ${business}`,
    heading: "Todavía falta algo",
    says: (business) => `La solicitud de ${business} se ha examinado y aún no se puede decidir.`,
    items: "Aporte, por favor:",
    expires: "Este enlace funciona hasta el",
    go: "Aportar lo que falta",
  },
  items: {
    terms: "su conformidad con las condiciones del socio",
    identity_check: "la comprobación de identidad de una persona",
    formation_document: "el documento de constitución de la empresa",
    ownership_document: "un documento que muestre a quién pertenece la empresa",
    proof_of_address: "un comprobante de domicilio",
    tax_id: "el número fiscal",
    control_person: "quién controla la empresa",
    ownership_structure: "a quién pertenece la empresa y en qué parte",
    address_of_operation: "la dirección donde se trabaja",
    industry: "a qué se dedica la empresa",
    other: "algo más, que el formulario explica",
  },
  footer: {
    why: (sender) => `Este mensaje se ha enviado en nombre de ${sender}, y solo a usted.`,
    ask: (address) => `¿Preguntas? Escriba a ${address}.`,
  },
};

export const letterMessages: Readonly<Record<Locale, LetterMessages>> = { en: english, es: spanish };
