import type { Locale } from "../../../domain/core/mail.ts";

const en = {
  title: "Invoice in dollars, be paid in stablecoin",
  lead: "Your customer pays an invoice from a bank account by ACH. Sluice screens the wallet that the money is to go to, converts what came, and delivers stablecoin to you. Each step is on record.",
  ask: "Request access",
  docs: "Read the documentation",
  overview: "See what has been delivered",
  sandbox:
    "This is the sandbox: it behaves like the real service, and no money moves. Try everything; nothing here is owed to anybody.",
  how: {
    title: "How a payment goes",
    steps: [
      {
        title: "You invoice",
        text: "Your software creates an invoice. It has a page of its own, and a PDF, that you can send to your customer.",
      },
      {
        title: "Your customer pays by ACH",
        text: "All at once or in part. The invoice shows what is paid and what is still on its way.",
      },
      {
        title: "The wallet is screened, twice",
        text: "Before money is asked for, and again before it is converted. Without a clear pass nothing moves, also when the screening service gives no answer.",
      },
      {
        title: "Stablecoin is delivered",
        text: "What was collected is converted, less the fee and any reserve, and sent to your wallet. A payment counts as delivered only with its transaction hash.",
      },
    ],
  },
  rely: {
    title: "What you can build on",
    things: [
      {
        title: "Once means once",
        text: "Every call that moves money takes an idempotency key. Sent again, it gives the same answer and moves nothing.",
      },
      {
        title: "Books that balance",
        text: "Double-entry, to the cent: what was collected is fee, reserve and what was delivered. Every day is closed and can be downloaded.",
      },
      {
        title: "Told as it happens",
        text: "Signed webhooks, tried six times over seven hours, and an event log to read what was missed.",
      },
      {
        title: "Returns and disputes",
        text: "Bank returns, dispute alerts, evidence and deadlines have their place, with the history of who did what.",
      },
    ],
  },
  know: {
    title: "Good to know first",
    things: [
      "Every business is reviewed by a person, and by the partner that moves the money, before it is paid.",
      "Invoices are in US dollars, and payers need a bank account in the United States.",
      "A bank can take an ACH debit back after it was collected, in some cases for 60 days and more. A part of each payment may be kept as a reserve for that.",
      "A payment that does not pass the screening is declined; money that had been collected by then is held until an operator has decided.",
      "What a stage cannot do, such as escrow on a rail that cannot hold money, is refused from the start and said so in its capabilities.",
    ],
  },
  developers: {
    title: "For developers",
    text: "A REST interface with a sandbox that you can drive to every outcome.",
    description: "OpenAPI description",
    capabilities: "What this deployment can do",
  },
};

const es: typeof en = {
  title: "Facture en dólares, cobre en stablecoin",
  lead: "Su cliente paga la factura desde una cuenta bancaria por ACH. Sluice revisa la billetera a la que va el dinero, convierte lo recibido y le entrega stablecoin. Cada paso queda registrado.",
  ask: "Solicitar acceso",
  docs: "Leer la documentación",
  overview: "Ver lo que se ha entregado",
  sandbox:
    "Este es el entorno de pruebas: se comporta como el servicio real y no mueve dinero. Pruebe lo que quiera; aquí nadie debe nada a nadie.",
  how: {
    title: "Cómo funciona un pago",
    steps: [
      {
        title: "Usted factura",
        text: "Su software crea una factura, con una página propia y un PDF que puede enviar a su cliente.",
      },
      {
        title: "Su cliente paga por ACH",
        text: "De una vez o en partes. La factura muestra lo pagado y lo que está en camino.",
      },
      {
        title: "La billetera se revisa dos veces",
        text: "Antes de pedir el dinero y otra vez antes de convertirlo. Sin un resultado claramente favorable no se mueve nada, tampoco cuando el servicio de revisión no responde.",
      },
      {
        title: "Se entrega la stablecoin",
        text: "Lo cobrado se convierte, menos la comisión y la reserva si la hay, y se envía a su billetera. Un pago cuenta como entregado solo con el hash de su transacción.",
      },
    ],
  },
  rely: {
    title: "Con qué puede contar",
    things: [
      {
        title: "Una vez es una sola vez",
        text: "Toda llamada que mueve dinero lleva una clave de idempotencia. Repetida, da la misma respuesta y no mueve nada.",
      },
      {
        title: "Cuentas que cuadran",
        text: "Partida doble, al centavo: lo cobrado es comisión, reserva y lo entregado. Cada día se cierra y se puede descargar.",
      },
      {
        title: "Avisos al momento",
        text: "Webhooks firmados, con seis intentos en siete horas, y un registro de eventos donde leer lo que se haya perdido.",
      },
      {
        title: "Devoluciones y disputas",
        text: "Las devoluciones bancarias, las alertas de disputa, las pruebas y los plazos tienen su sitio, con la historia de quién hizo qué.",
      },
    ],
  },
  know: {
    title: "Conviene saberlo antes",
    things: [
      "A cada empresa la revisan una persona y el socio que mueve el dinero antes de que reciba pagos.",
      "Las facturas son en dólares estadounidenses y quien paga necesita una cuenta bancaria en los Estados Unidos.",
      "Un banco puede recuperar un débito ACH después de cobrado, en algunos casos durante 60 días o más. Por eso puede retenerse una parte de cada pago como reserva.",
      "Un pago que no supera la revisión se rechaza; el dinero que ya se hubiera cobrado queda retenido hasta que un operador decida.",
      "Lo que un entorno no puede hacer, como el depósito en garantía en una red de pagos que no puede retener dinero, se rechaza desde el principio y así consta en sus capacidades.",
    ],
  },
  developers: {
    title: "Para desarrolladores",
    text: "Una interfaz REST con un entorno de pruebas en el que puede provocar cualquier resultado.",
    description: "Descripción OpenAPI",
    capabilities: "Lo que puede hacer este despliegue",
  },
};

export const frontMessages: Readonly<Record<Locale, typeof en>> = { en, es };
