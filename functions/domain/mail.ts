/** The languages that pages and letters for people come in. */
export const locales = ["en", "es"] as const;
export type Locale = (typeof locales)[number];

/** The letters that the service writes. */
export const mailTemplates = ["invoice_sent", "receipt", "kyb_invite", "kyb_result"] as const;
export type MailTemplate = (typeof mailTemplates)[number];
