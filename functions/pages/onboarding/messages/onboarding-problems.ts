import type { Locale } from "../../../domain/core/mail.ts";
import { payoutChains } from "../../../domain/onboarding/enums.ts";
import type { KybProblemCode } from "../../../domain/onboarding/form.ts";

const chains = payoutChains.map((chain) => chain.charAt(0).toUpperCase() + chain.slice(1));
const chainList = (locale: Locale) => new Intl.ListFormat(locale, { type: "disjunction" }).format(chains);

type ProblemText = string | ((limit: number) => string);

/** What is wrong with a field of the application. */
export const onboardingProblems: Readonly<Record<Locale, Readonly<Record<KybProblemCode, ProblemText>>>> = {
  en: {
    required: "Fill this in.",
    too_long: (limit) => `Write at most ${limit} characters.`,
    hidden_character: "There is a character in it that cannot be seen. Type it anew rather than pasting it.",
    not_a_name: "Write a name with letters.",
    not_a_choice: "Choose one of these.",
    unknown_field: "The form has a field that is not ours. Load the page again.",
    not_a_date: "Give a whole date that exists, such as 2015-04-01.",
    date_in_future: "The date is in the future. Check the year.",
    date_too_early: "The date is too long ago. Check the year.",
    too_young: "The person must be 18 or older.",
    not_a_country: "Choose a country.",
    not_a_state: "Write a state’s two letters, such as CA.",
    not_a_postal_code: "This is no postal code of that country. Check the code, and the country below it.",
    not_an_ein: "A tax number has nine digits, such as 12-3456789.",
    not_a_tax_id: "This is no tax number. Write its 4 to 30 letters and digits.",
    not_an_id_number:
      "This is no number of such a document. Look for a mistyped character, or choose another document.",
    not_an_email: "Write an e-mail address, such as name@example.com.",
    not_a_phone: "Write a telephone number with its country code, such as +1 415 555 0132.",
    not_a_website: "Write a web address, such as example.com.",
    not_a_percentage: "Write a number from 0 to 100, with two decimals at most.",
    not_a_routing_number: "This is no routing number: look for a mistyped digit.",
    not_an_account_number: "An account number has 4 to 17 digits.",
    not_the_same: "This is not the same number as above.",
    not_a_wallet: "This is no wallet address that can be paid to. Copy it from your wallet again.",
    wallet_checksum: "The address is mistyped: its checksum is wrong. Copy it from your wallet again.",
    wallet_chain: `The address and the chain do not belong together. Give an address on ${chainList("en")}, and the chain that it is on.`,
    wallet_refused: "This wallet cannot be paid to. Give another one.",
    wallet_not_checked: "The wallet could not be checked just now. Save again in a minute.",
    over_100_percent: "The shares are more than 100 % together. Lower this one, or another person’s.",
    too_many_people: "No more people can be listed. Remove somebody who owns less than 25 %.",
    title_required: "Write the title of the person in control, such as chief executive.",
    second_control_person: "Somebody else is the person in control already. Change that person first.",
    control_person_required: "List exactly one person in control of the company.",
    owner_required: "Say who owns 25 % or more: list everybody, or say that nobody does.",
    owner_not_declared:
      "Somebody in the list owns 25 % or more: choose the first answer, or correct that person’s share.",
    not_agreed: "Tick the box to go on.",
  },
  es: {
    required: "Rellene este campo.",
    too_long: (limit) => `Escriba como máximo ${limit} caracteres.`,
    hidden_character: "Contiene un carácter que no se ve. Escríbalo de nuevo en lugar de pegarlo.",
    not_a_name: "Escriba un nombre con letras.",
    not_a_choice: "Elija una de las opciones.",
    unknown_field: "El formulario tiene un campo que no es nuestro. Cargue la página de nuevo.",
    not_a_date: "Indique una fecha completa que exista, como 2015-04-01.",
    date_in_future: "La fecha está en el futuro. Compruebe el año.",
    date_too_early: "La fecha es demasiado antigua. Compruebe el año.",
    too_young: "La persona debe tener 18 años o más.",
    not_a_country: "Elija un país.",
    not_a_state: "Escriba las dos letras del estado, como CA.",
    not_a_postal_code: "No es un código postal de ese país. Compruebe el código y el país indicado debajo.",
    not_an_ein: "El número fiscal tiene nueve dígitos, como 12-3456789.",
    not_a_tax_id: "No es un número fiscal. Escriba sus letras y dígitos, de 4 a 30.",
    not_an_id_number:
      "No es un número de ese documento. Busque un carácter equivocado o elija otro documento.",
    not_an_email: "Escriba una dirección de correo, como nombre@example.com.",
    not_a_phone: "Escriba un teléfono con el prefijo del país, como +1 415 555 0132.",
    not_a_website: "Escriba una dirección web, como example.com.",
    not_a_percentage: "Escriba un número de 0 a 100, con dos decimales como máximo.",
    not_a_routing_number: "No es un número de ruta: busque un dígito equivocado.",
    not_an_account_number: "El número de cuenta tiene de 4 a 17 dígitos.",
    not_the_same: "No es el mismo número que arriba.",
    not_a_wallet:
      "No es una dirección de billetera a la que se pueda pagar. Cópiela de nuevo de su billetera.",
    wallet_checksum:
      "La dirección está mal escrita: su suma de control no coincide. Cópiela de nuevo de su billetera.",
    wallet_chain: `La dirección y la cadena no se corresponden. Indique una dirección de ${chainList("es")} y la cadena a la que pertenece.`,
    wallet_refused: "No se puede pagar a esta billetera. Indique otra.",
    wallet_not_checked: "No se pudo comprobar la billetera ahora mismo. Guarde de nuevo en un minuto.",
    over_100_percent: "Las participaciones suman más del 100 %. Reduzca esta o la de otra persona.",
    too_many_people: "No se pueden añadir más personas. Quite a alguien que posea menos del 25 %.",
    title_required: "Indique qué cargo tiene la persona que dirige la empresa.",
    second_control_person: "Ya hay otra persona que dirige la empresa. Cambie primero a esa persona.",
    control_person_required: "Indique exactamente una persona que dirija la empresa.",
    owner_required: "Diga quién posee el 25 % o más: indique a todos o diga que no hay nadie.",
    owner_not_declared:
      "Alguien de la lista posee el 25 % o más: elija la primera respuesta o corrija su participación.",
    not_agreed: "Marque la casilla para continuar.",
  },
};
