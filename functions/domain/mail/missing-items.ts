import type { Locale } from "../core/mail.ts";
import type { PartnerItem } from "../onboarding/partner-status.ts";

const english: Readonly<Record<PartnerItem, string>> = {
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
};

const spanish: Readonly<Record<PartnerItem, string>> = {
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
};

/** What a partner may still ask for, as letters name it. */
export const itemLabels: Readonly<Record<Locale, Readonly<Record<PartnerItem, string>>>> = {
  en: english,
  es: spanish,
};
