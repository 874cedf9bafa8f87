import { describe, expect, test } from "vitest";
import { letterText } from "../../../functions/domain/mail/letter.ts";
import { inviteLetter, missingLetter, rejectedLetter } from "../../../functions/domain/mail/letter-content.ts";
import { partnerItems } from "../../../functions/domain/onboarding/partner-status.ts";
import { everyLetter } from "../../support/mail/letters.ts";

/** What each letter says to whoever reads it: its subject, and then its text but for the footer. */
const texts = {
  en: {
    invoice: `Invoice A-100 from Acme Tools

Acme Tools has sent you an invoice

You can see the invoice and pay it online from your bank account.

Invoice: A-100
Amount due: $1,734.56
Due on: December 5, 2026

View and pay the invoice:
https://pay.example.com/i/TOKEN

Download the invoice as a PDF:
https://pay.example.com/i/TOKEN/pdf

Anybody who has these links can see the invoice, so pass them on with care.
`,
    receipt: `Receipt: your payment to Acme Tools for invoice A-100

We have received your payment of $1,234.56

Thank you for your payment to Acme Tools.

Amount received: $1,234.56
Received on: November 21, 2026
Invoice: A-100
Still to be paid on this invoice: $500.00

View the invoice:
https://pay.example.com/i/TOKEN
`,
    invite: `Acme Tools: verify your business

Please verify Widgets LLC

Before payments can be made to your business, we have to know who owns it and where it is paid. A short form asks for that.

Have at hand: the registration and tax numbers, the people who own a quarter or more of the business, its documents, and where it wants to be paid. Every step is saved, so you can stop and go on later.

Business: Widgets LLC
This link works until: November 28, 2026 at 12:00 PM UTC

Begin the verification:
https://pay.example.com/k/TOKEN

The link is yours alone: whoever has it can open the form. Please do not pass it on.
`,
    approved: `Widgets LLC is verified

Your business is verified

The verification of Widgets LLC is complete. Payments can be made from now on.
`,
    rejected: `The verification of Widgets LLC was not successful

Your business could not be verified

The application of Widgets LLC was looked at and not accepted.

What was said about it:

- The company is not registered.
`,
    missing: `Something is missing to verify Widgets LLC

Something is still missing

The application of Widgets LLC was looked at, and cannot be decided yet.

Please bring:

- the document by which the company was formed
- the tax number

This link works until: November 28, 2026 at 12:00 PM UTC

Bring what is missing:
https://pay.example.com/k/TOKEN

The link is yours alone: whoever has it can open the form. Please do not pass it on.
`,
  },
  es: {
    invoice: `Factura A-100 de Acme Tools

Acme Tools le ha enviado una factura

Puede ver la factura y pagarla en línea desde su cuenta bancaria.

Factura: A-100
Importe a pagar: $1,734.56
Vence el: 5 de diciembre de 2026

Ver y pagar la factura:
https://pay.example.com/i/TOKEN

Descargar la factura en PDF:
https://pay.example.com/i/TOKEN/pdf

Quien tenga estos enlaces puede ver la factura: compártalos con cuidado.
`,
    receipt: `Recibo: su pago a Acme Tools de la factura A-100

Hemos recibido su pago de $1,234.56

Gracias por su pago a Acme Tools.

Importe recibido: $1,234.56
Recibido el: 21 de noviembre de 2026
Factura: A-100
Pendiente de pago en esta factura: $500.00

Ver la factura:
https://pay.example.com/i/TOKEN
`,
    invite: `Acme Tools: verifique su empresa

Verifique Widgets LLC, por favor

Antes de que se puedan hacer pagos a su empresa, debemos saber a quién pertenece y dónde quiere cobrar. Un breve formulario lo pregunta.

Tenga a mano: los números de registro y fiscal, las personas que poseen una cuarta parte o más de la empresa, sus documentos y dónde quiere cobrar. Cada paso se guarda: puede parar y seguir más tarde.

Empresa: Widgets LLC
Este enlace funciona hasta el: 28 de noviembre de 2026 a las 12:00 p.m. UTC

Empezar la verificación:
https://pay.example.com/k/TOKEN

El enlace es solo para usted: quien lo tenga puede abrir el formulario. No lo comparta, por favor.
`,
    approved: `Widgets LLC está verificada

Su empresa está verificada

La verificación de Widgets LLC ha terminado. Desde ahora puede recibir pagos.
`,
    rejected: `La verificación de Widgets LLC no ha tenido éxito

No se ha podido verificar su empresa

La solicitud de Widgets LLC se ha examinado y no se ha aceptado.

Esto es lo que se dijo de ella:

- The company is not registered.
`,
    missing: `Falta algo para verificar Widgets LLC

Todavía falta algo

La solicitud de Widgets LLC se ha examinado y aún no se puede decidir.

Aporte, por favor:

- el documento de constitución de la empresa
- el número fiscal

Este enlace funciona hasta el: 28 de noviembre de 2026 a las 12:00 p.m. UTC

Aportar lo que falta:
https://pay.example.com/k/TOKEN

El enlace es solo para usted: quien lo tenga puede abrir el formulario. No lo comparta, por favor.
`,
  },
};

const footers = {
  en: ["This message was sent on behalf of Acme Tools, and to you alone.", "Questions? Write to help@acme.test."],
  es: ["Este mensaje se ha enviado en nombre de Acme Tools, y solo a usted.", "¿Preguntas? Escriba a help@acme.test."],
};

describe.each(["en", "es"] as const)("what a letter says (%s)", (locale) => {
  test.each(Object.entries(texts[locale]))("%s", (name, text) => {
    const content = everyLetter(locale)[name] ?? expect.fail("there is no such letter");
    expect(content.locale).toBe(locale);
    expect(`${content.subject}\n\n${letterText(content)}`).toBe(`${text}\n${["-- ", ...footers[locale]].join("\n")}\n`);
  });
});

const writer = { locale: "en", name: "Acme", support: null } as const;
const entrance = { url: "https://k", expiresAt: "2026-11-28T12:00:00.000Z" };

describe("a letter", () => {
  test("has one link that it is sent for, and says where no questions go", () => {
    const { invoice, receipt, invite, missing } = everyLetter("en");
    const links = [invoice, receipt, invite, missing].map((content) =>
      content?.blocks.flatMap((block) => (block.kind === "link" ? [block.main] : [])),
    );
    expect(links).toEqual([[true, undefined], [true], [true], [true]]);
    expect(inviteLetter(writer, "Widgets", entrance).footer).toEqual([
      "This message was sent on behalf of Acme, and to you alone.",
    ]);
  });

  test("lists each thing that is missing once, in its reader's words", () => {
    const [, , list] = missingLetter(writer, "Widgets", [...partnerItems, ...partnerItems], entrance).blocks;
    expect(list).toEqual({
      kind: "list",
      items: [
        ...["your agreement to the partner’s terms", "the identity check of a person"],
        ...["the document by which the company was formed", "a document that shows who owns the company"],
        ...["a proof of the address", "the tax number", "who controls the company"],
        ...["who owns the company, and how much of it", "the address where business is done"],
        ...["what the company does", "something more, which the form explains"],
      ],
    });
  });

  test("gives twenty reasons at most, of 300 characters at most", () => {
    const reasons = Array.from({ length: 25 }, (_, nth) => `${nth} ${"x".repeat(400)}`);
    const [, , list] = rejectedLetter(writer, "Widgets", reasons).blocks;
    const items = list?.kind === "list" ? list.items : [];
    expect(items.map((item) => item.length)).toEqual(new Array(20).fill(300));
    expect(items[19]).toMatch(/^19 x+…$/);
  });

  test("cuts names at their own length, to the character", () => {
    const name = "n".repeat(81);
    const number = "9".repeat(61);
    const { subject, heading, blocks } = everyLetter("en", { name: "n".repeat(80), number }).invoice ?? {};
    expect(heading).toBe(`${"n".repeat(80)} has sent you an invoice`);
    expect(blocks?.flatMap((block) => (block.kind === "facts" ? [block.facts[0]] : []))).toEqual([
      ["Invoice", `${"9".repeat(59)}…`],
    ]);
    expect(subject).toHaveLength(120);
    expect(everyLetter("en", { name }).invoice?.heading).toBe(`${"n".repeat(79)}… has sent you an invoice`);
    expect(everyLetter("en", { name }).invite?.subject).toBe(`${"n".repeat(59)}…: verify your business`);
    expect(everyLetter("en", { legalName: name }).approved?.subject).toBe(`${"n".repeat(79)}… is verified`);
  });
});
