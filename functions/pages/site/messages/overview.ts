import type { Locale } from "../../../domain/core/mail.ts";
import type { CaseStatus } from "../../../domain/disputes/case.ts";
import type { EscrowStatus } from "../../../domain/escrow/escrow.ts";
import type { InvoiceStatus } from "../../../domain/invoicing/invoice.ts";
import type { SettlementPlace } from "../../../domain/settlement/overview.ts";

/** What the public overview says. */
export interface OverviewWords {
  readonly title: string;
  readonly lead: string;
  readonly asOf: (moment: string) => string;
  readonly figures: Readonly<Record<"volume" | "completed" | "today" | "tenants", string>>;
  readonly days: Readonly<Record<"title" | "about" | "day" | "payments" | "amount" | "none", string>>;
  readonly flow: Readonly<Record<"title" | "about" | "all" | "none", string>>;
  readonly time: Readonly<Record<"title" | "about" | "none", string>>;
  /** By the upper bound of each group in seconds; the last has none. */
  readonly within: readonly string[];
  readonly table: string;
  readonly columns: Readonly<Record<"status" | "count" | "share" | "time", string>>;
  readonly nouns: Readonly<Record<"invoices" | "escrows" | "disputes", string>>;
  readonly total: string;
  readonly none: string;
  readonly places: Readonly<Record<SettlementPlace, string>>;
  readonly invoices: Readonly<Record<InvoiceStatus, string>>;
  readonly escrows: Readonly<Record<EscrowStatus, string>>;
  readonly disputes: Readonly<Record<CaseStatus, string>>;
  readonly data: string;
}

const en: OverviewWords = {
  title: "What has been delivered",
  lead: "All businesses together, counted as it happens. There are no names here, and no single payment.",
  asOf: (moment) => `As of ${moment}; counted anew every minute.`,
  figures: {
    volume: "Delivered in all",
    completed: "Payments delivered",
    today: "Delivered today (UTC)",
    tenants: "Businesses",
  },
  days: {
    title: "Delivered by day",
    about: "US dollars whose stablecoin was delivered, in the last 30 days (UTC).",
    day: "Day",
    payments: "Payments",
    amount: "Amount",
    none: "Nothing was delivered in the last 30 days.",
  },
  flow: {
    title: "What became of payments",
    about: "Every payment that the bank transfer was begun for, by where it stands now.",
    all: "All",
    none: "No payment has begun yet.",
  },
  time: {
    title: "Time to settle",
    about: "From the payment to the proof on chain, of those that were delivered.",
    none: "Nothing has been delivered yet.",
  },
  within: ["under 5 seconds", "under a minute", "under an hour", "under a day", "a day and more"],
  table: "Show as a table",
  columns: { status: "Status", count: "Number", share: "Share", time: "Time" },
  nouns: { invoices: "Invoices", escrows: "Escrows", disputes: "Disputes" },
  total: "All",
  none: "None yet.",
  places: { in_flight: "On the way", completed: "Delivered", declined: "Declined", failed: "Failed" },
  invoices: { draft: "Draft", sent: "Sent", partially_paid: "Paid in part", paid: "Paid" },
  escrows: {
    created: "Created",
    awaiting_funds: "Awaiting funds",
    funded: "Funded",
    release_pending: "Release pending",
    released: "Released",
    refunded: "Refunded",
    expired: "Expired",
    failed: "Failed",
  },
  disputes: {
    open: "Open",
    gathering: "Gathering evidence",
    submitted: "Submitted",
    won: "Won",
    lost: "Lost",
    accepted: "Accepted",
    expired: "Expired",
    withdrawn: "Withdrawn",
  },
  data: "The same as JSON",
};

const es: OverviewWords = {
  title: "Lo que se ha entregado",
  lead: "Todas las empresas juntas, contadas a medida que ocurre. Aquí no hay nombres ni pagos individuales.",
  asOf: (moment) => `Datos del ${moment}; se cuentan de nuevo cada minuto.`,
  figures: {
    volume: "Entregado en total",
    completed: "Pagos entregados",
    today: "Entregados hoy (UTC)",
    tenants: "Empresas",
  },
  days: {
    title: "Entregado por día",
    about: "Dólares cuyo equivalente en stablecoin se entregó en los últimos 30 días (UTC).",
    day: "Día",
    payments: "Pagos",
    amount: "Importe",
    none: "No se entregó nada en los últimos 30 días.",
  },
  flow: {
    title: "Qué ha sido de los pagos",
    about: "Cada pago cuya transferencia bancaria se inició, según dónde está ahora.",
    all: "Todos",
    none: "Todavía no se ha iniciado ningún pago.",
  },
  time: {
    title: "Tiempo hasta la entrega",
    about: "Desde el pago hasta la prueba en la cadena, de los que se entregaron.",
    none: "Todavía no se ha entregado nada.",
  },
  within: [
    "menos de 5 segundos",
    "menos de un minuto",
    "menos de una hora",
    "menos de un día",
    "un día o más",
  ],
  table: "Mostrar como tabla",
  columns: { status: "Estado", count: "Número", share: "Proporción", time: "Tiempo" },
  nouns: { invoices: "Facturas", escrows: "Depósitos en garantía", disputes: "Disputas" },
  total: "En total",
  none: "Todavía no hay.",
  places: { in_flight: "En camino", completed: "Entregado", declined: "Rechazado", failed: "Fallido" },
  invoices: { draft: "Borrador", sent: "Enviada", partially_paid: "Pagada en parte", paid: "Pagada" },
  escrows: {
    created: "Creado",
    awaiting_funds: "En espera de fondos",
    funded: "Con fondos",
    release_pending: "Liberación pendiente",
    released: "Liberado",
    refunded: "Devuelto",
    expired: "Vencido",
    failed: "Fallido",
  },
  disputes: {
    open: "Abierta",
    gathering: "Reuniendo pruebas",
    submitted: "Presentada",
    won: "Ganada",
    lost: "Perdida",
    accepted: "Aceptada",
    expired: "Vencida",
    withdrawn: "Retirada",
  },
  data: "Lo mismo en JSON",
};

export const overviewWords: Readonly<Record<Locale, OverviewWords>> = { en, es };
