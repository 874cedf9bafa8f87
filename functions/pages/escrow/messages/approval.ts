import type { Locale } from "../../../domain/core/mail.ts";
import type { Escrow } from "../../../domain/escrow/escrow.ts";

const en = {
  title: (reference: string) => `Escrow ${reference}`,
  lead: (name: string) => `You are asked to decide as ${name}.`,
  terms: "Its terms",
  facts: {
    amount: "Amount",
    fee: "Fee on release",
    net: "For the seller",
    buyer: "Buyer",
    seller: "Seller",
    payout: "Paid out to",
    status: "How it stands",
    needed: "Approvals needed",
    given: "Approvals given",
  },
  milestones: "Milestones",
  milestoneStates: { pending: "open", completed: "completed", cancelled: "cancelled" },
  statuses: {
    created: "Waiting for the buyer’s payment",
    awaiting_funds: "Waiting for the buyer’s payment",
    funded: "Held in escrow",
    release_pending: "Held in escrow: a release was asked for",
    released: "Paid out to the seller",
    refunded: "Returned to the buyer",
    expired: "Expired",
    failed: "A payment did not go through",
  } satisfies Record<Escrow["status"], string>,
  form: {
    title: "Your decision",
    decision: "What do you decide?",
    approve: "Approve: it may be paid out",
    reject: "Reject: nothing is paid out until I take this back",
    note: "Note",
    noteHint: "Whoever runs this escrow can read it. Up to 500 characters.",
    send: "Record my decision",
    missing: "Choose what you decide",
    noteTooLong: "A note has up to 500 printable characters",
  },
  decided: {
    approve: "You have approved",
    reject: "You have rejected",
    at: (moment: string) => `Recorded ${moment}.`,
    withdraw: "Take my decision back",
    withdrawHint: "To decide otherwise, take your decision back first.",
  },
  over: { title: "This escrow has ended", text: "Nothing can be decided any more." },
};

export type ApprovalMessages = typeof en;

const es: ApprovalMessages = {
  title: (reference) => `Depósito en garantía ${reference}`,
  lead: (name) => `Se le pide que decida como ${name}.`,
  terms: "Las condiciones",
  facts: {
    amount: "Importe",
    fee: "Comisión al pagar",
    net: "Para el vendedor",
    buyer: "Comprador",
    seller: "Vendedor",
    payout: "Se paga a",
    status: "Cómo está",
    needed: "Aprobaciones necesarias",
    given: "Aprobaciones dadas",
  },
  milestones: "Hitos",
  milestoneStates: { pending: "abierto", completed: "terminado", cancelled: "cancelado" },
  statuses: {
    created: "A la espera del pago del comprador",
    awaiting_funds: "A la espera del pago del comprador",
    funded: "En garantía",
    release_pending: "En garantía: se ha pedido el pago",
    released: "Pagado al vendedor",
    refunded: "Devuelto al comprador",
    expired: "Caducado",
    failed: "Un pago no se realizó",
  },
  form: {
    title: "Su decisión",
    decision: "¿Qué decide?",
    approve: "Apruebo: se puede pagar",
    reject: "Rechazo: no se paga nada hasta que lo retire",
    note: "Nota",
    noteHint: "La puede leer quien lleva este depósito. Hasta 500 caracteres.",
    send: "Registrar mi decisión",
    missing: "Elija qué decide",
    noteTooLong: "Una nota tiene hasta 500 caracteres imprimibles",
  },
  decided: {
    approve: "Usted ha aprobado",
    reject: "Usted ha rechazado",
    at: (moment) => `Registrado el ${moment}.`,
    withdraw: "Retirar mi decisión",
    withdrawHint: "Para decidir otra cosa, retire primero su decisión.",
  },
  over: { title: "Este depósito ha terminado", text: "Ya no se puede decidir nada." },
};

export const approvalMessages: Readonly<Record<Locale, ApprovalMessages>> = { en, es };
