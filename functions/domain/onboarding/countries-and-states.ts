/** The officially assigned codes of ISO 3166-1 alpha-2 (249), and XK, which banks use for Kosovo. */
export const countries: readonly string[] = (
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ " +
  "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR " +
  "GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP " +
  "KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ " +
  "NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW " +
  "SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ " +
  "UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW"
).split(" ");

const known: ReadonlySet<string> = new Set(countries);

export function isCountry(code: string): boolean {
  return known.has(code);
}

/** The states of the United States, the District of Columbia and the inhabited territories, by USPS code. */
export const usStates: readonly string[] = (
  "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA " +
  "RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI"
).split(" ");

/** Where mail goes to in the United States: its armed forces abroad have "states" of their own (USPS Publication 28, 225). */
export const usAddressStates: readonly string[] = [...usStates, "AA", "AE", "AP"];

const american: ReadonlySet<string> = new Set(
  "US CA AG AI AS BB BM BS DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI".split(" "),
);

/** Whether telephone numbers of the country begin with +1 (the North American Numbering Plan). */
export function hasAmericanNumbers(country: string): boolean {
  return american.has(country);
}

/** How postal codes are written where it is known; elsewhere any 2 to 12 letters, digits, spaces and hyphens. */
const postalForms: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/,
  DE: /^\d{5}$/,
  FR: /^\d{5}$/,
  ES: /^\d{5}$/,
  IT: /^\d{5}$/,
  MX: /^\d{5}$/,
  NL: /^\d{4} ?[A-Z]{2}$/,
  CH: /^\d{4}$/,
  AU: /^\d{4}$/,
  BR: /^\d{5}-?\d{3}$/,
  IN: /^\d{3} ?\d{3}$/,
  JP: /^\d{3}-?\d{4}$/,
  SG: /^\d{6}$/,
};

/** Whether a postal code, in capitals, can be one of a country. */
export function isPostalCode(country: string, code: string): boolean {
  return (postalForms[country] ?? /^[A-Z0-9][A-Z0-9 -]{0,10}[A-Z0-9]$/).test(code);
}

/** Whether an address of the country is not complete without one. */
export function needsPostalCode(country: string): boolean {
  return country in postalForms;
}
