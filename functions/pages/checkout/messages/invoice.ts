import type { Locale } from "../../../domain/core/mail.ts";
import { en, type InvoiceMessages } from "./invoice-en.ts";

const es: InvoiceMessages = {
  invoice: (number, seller) => `Factura ${number} de ${seller}`,
  statuses: {
    draft: "Aún no enviada",
    sent: "Pendiente de pago",
    partially_paid: "Pagada en parte",
    paid: "Pagada",
    overdue: "Vencida",
  },
  toPay: "por pagar",
  due: (day) => `Vence el ${day}`,
  pdf: "Descargar el PDF",
  facts: { from: "De", to: "Para", issued: "Emitida", terms: "Condiciones" },
  lines: { title: "La factura", caption: "Conceptos", description: "Descripción", amount: "Importe" },
  totals: {
    subtotal: "Subtotal",
    discount: "Descuento",
    total: "Total",
    paid: "Pagado",
    processing: "En camino",
    remaining: "Por pagar",
  },
  payments: { title: "Pagos" },
  pay: {
    title: "Pagar esta factura",
    part: (most) => `Hasta ${most}. Puede pagar una parte ahora y el resto más tarde.`,
    whole: (amount) => `Esta factura se paga de una sola vez: ${amount}.`,
    fields: {
      amount: { label: "Importe", missing: "Escriba el importe" },
      source: { label: "¿Cómo quiere pagar?", missing: "Elija cómo pagar" },
      holder: { label: "Nombre del titular de la cuenta", missing: "Escriba el nombre del titular de la cuenta" },
      holderType: { label: "¿De quién es la cuenta?", missing: "Elija de quién es la cuenta" },
      accountType: { label: "Tipo de cuenta", missing: "Elija el tipo de cuenta" },
      routingNumber: {
        label: "Número de ruta (routing number)",
        missing: "Escriba el número de ruta",
        hint: "9 dígitos, abajo a la izquierda en un cheque",
      },
      accountNumber: {
        label: "Número de cuenta",
        missing: "Escriba el número de cuenta",
        hint: "De 4 a 17 dígitos, junto al número de ruta",
      },
      authorize: { label: "He leído esto y autorizo el débito", missing: "Marque la casilla para autorizar el débito" },
    },
    choices: {
      source: {
        ach: {
          label: "Desde mi cuenta bancaria",
          hint: "Hacemos un débito en la cuenta (ACH). No tiene que hacer nada más.",
        },
        ach_push: {
          label: "Con una transferencia que envío yo",
          hint: "En la página siguiente recibe los datos para una transferencia bancaria (ACH).",
        },
      },
      holderType: { individual: { label: "De una persona" }, business: { label: "De una empresa" } },
      accountType: { checking: { label: "Corriente (checking)" }, savings: { label: "De ahorros (savings)" } },
    },
    only: {
      ach: "Paga con un débito en su cuenta bancaria (ACH).",
      ach_push: "Paga con una transferencia bancaria (ACH) que envía usted. Los datos están en la página siguiente.",
    },
    account: "Su cuenta bancaria",
    accountHint: "Una cuenta en los Estados Unidos. Se cifra y nunca se vuelve a mostrar.",
    numberAgain: "Por su seguridad no se guardó. Escríbalo de nuevo.",
    authorization: "Autorización",
    authorizes: ({ seller, number, day, contact }) =>
      `El ${day} autorizo a ${seller}, por medio de su socio de pagos, a debitar por ACH una sola vez el importe de arriba de la cuenta bancaria de arriba, ese día o en los días hábiles bancarios siguientes, por la factura ${number}. Si el débito se devuelve por falta de fondos, se puede presentar hasta dos veces más. Tengo derecho a usar esta cuenta. Puedo revocar esta autorización antes de que el débito se envíe a mi banco escribiendo a ${contact}. Puedo imprimir esta página como copia.`,
    send: "Pagar ahora",
  },
  problems: {
    too_long: "El nombre puede tener hasta 100 caracteres",
    odd_characters: "Escriba el nombre como figura en el banco, con letras",
    routing_length: "Un número de ruta tiene 9 dígitos",
    routing_wrong: "No es el número de ruta de ningún banco de EE. UU.: revise los dígitos",
    account_length: "Un número de cuenta tiene de 4 a 17 dígitos",
    not_a_choice: "Elija una de las opciones que se ofrecen",
    not_an_amount: "Escriba dólares y centavos, por ejemplo 1,234.50",
    too_little: "El importe debe ser de al menos $0.01",
    too_small_after_fees: "Este importe es demasiado pequeño para pagarlo por sí solo",
    not_authorized: "Marque la casilla para autorizar el débito",
    too_much: (most) => `En esta factura se pueden pagar todavía ${most} como máximo`,
    whole_only: (most) => `Esta factura se paga de una sola vez: escriba ${most}`,
  },
  covered: {
    title: "El pago está en camino",
    text: "Lo que está en camino cubre esta factura. No tiene que hacer nada más.",
  },
  paid: { title: "Esta factura está pagada", text: "Gracias. No tiene que hacer nada más." },
  cannot: (contact) => ({
    title: "Esta factura no se puede pagar aquí ahora",
    text: `No se le ha cobrado nada. Escriba a ${contact}.`,
  }),
  used: {
    title: "Este formulario ya se había enviado",
    text: "No se ha pagado nada nuevo. Mire primero los pagos de esta factura: puede que lo que envió antes esté entre ellos. El formulario de abajo es uno nuevo.",
  },
  wait: {
    title: "Su pago se está tramitando",
    text: "No lo envíe otra vez: lo continuamos nosotros. En un momento lo verá entre los pagos de la factura.",
  },
  payment: {
    title: (amount) => `Pago de ${amount}`,
    back: "Volver a la factura",
    steps: "Por dónde va",
    step: { received: "Recibido", converted: "Convertido", settled: "Liquidado al vendedor" },
    stepStates: { done: "hecho", now: "en curso", open: "pendiente" },
    expected: (amount, came) => `Esperado: ${amount}. Llegado: ${came}.`,
    followed: "Esta página sigue el pago por sí sola. Puede cerrarla: nada depende de ella.",
    receipt: "Recibo",
    print: "Para guardar una copia, imprima esta página o guárdela como PDF.",
    facts: {
      amount: "Importe",
      invoice: "Factura",
      to: "Pagado a",
      received: "Recibido",
      from: "Pagado desde",
      reference: "Referencia del pago",
      rail: "Referencia del banco",
      hash: "Transacción de liquidación",
    },
    transfer: "Una transferencia bancaria",
    account: (holder, last4) => `${holder}, cuenta terminada en ${last4}`,
  },
  stages: {
    begun: { short: "En curso", long: "Su pago se está haciendo." },
    awaiting_transfer: {
      short: "Esperamos su transferencia",
      long: "Esperamos su transferencia bancaria. Envíela con los datos de abajo.",
    },
    collecting: { short: "En camino", long: "El débito está ordenado. Su banco tarda hasta unos días hábiles." },
    other_amount: {
      short: "En revisión",
      long: "Ha llegado un importe distinto del esperado. Está a salvo y alguien lo está revisando.",
    },
    received: {
      short: "Recibido",
      long: "Hemos recibido su pago. La factura ya lo cuenta como pagado; lo demás ocurre por sí solo.",
    },
    converted: { short: "Recibido", long: "Hemos recibido y convertido su pago. Está en camino hacia el vendedor." },
    settled: { short: "Liquidado", long: "Hemos recibido su pago y lo hemos liquidado al vendedor." },
    held: {
      short: "Recibido",
      long: "Hemos recibido su pago y cuenta en la factura. Su liquidación al vendedor está en revisión; usted no tiene que hacer nada.",
    },
    returned: {
      short: "Devuelto",
      long: "Su banco ha devuelto este pago. Ya no cuenta y ese importe de la factura vuelve a estar pendiente.",
    },
    refunded: { short: "Reembolsado", long: "Este pago se le ha devuelto y ya no cuenta." },
    failed: {
      short: "No se realizó",
      long: "Este pago no se realizó y no se cobró nada. Puede pagar de nuevo en la página de la factura.",
    },
    canceled: { short: "Cancelado", long: "Este pago se canceló. No se cobró nada." },
  },
  deposit: {
    title: "Envíe su transferencia con estos datos",
    text: "Envíe exactamente este importe en una sola transferencia ACH, con el mensaje: solo por él se reconoce su pago.",
    labels: {
      amount: "Importe",
      bank_name: "Banco",
      bank_address: "Dirección del banco",
      bank_routing_number: "Número de ruta",
      bank_account_number: "Número de cuenta",
      bank_beneficiary_name: "Beneficiario",
      bank_beneficiary_address: "Dirección del beneficiario",
      deposit_message: "Mensaje (obligatorio)",
    },
    qr: "Estos datos como código QR",
    qrHint: "Escanéelo para llevar los datos a otro dispositivo.",
  },
};

export const invoiceMessages: Readonly<Record<Locale, InvoiceMessages>> = { en, es };
