/** What nobody in their right mind types, by name; each as it stands in a form's body, percent-encoded. */
export const hostileTexts: ReadonlyMap<string, string> = new Map([
  ...Object.entries({
    nothing: "",
    blanks: " \t ",
    "one letter": "x",
    "a number": "7",
    "a negative number": "-1",
    "a float": "1e309",
    "no such day": "2026-02-30",
    "300 letters": "x".repeat(301),
    "40,000 letters": "é".repeat(40_000),
    Arabic: "شركة النور للتجارة",
    CJK: "株式会社例示",
    combining: `Z${"\u0351".repeat(40)}o\u0308e`,
    "a right-to-left override": "Acme\u202Egnp.exe",
    "a family of emoji": "👩‍👩‍👧 & Co",
    "zero width": "Ac\u200Bme\uFEFF",
    NUL: "Ac\u0000me",
    "an escape sequence": "Acme\u001B[2J",
    "hostile HTML": `"><script>alert(1)</script>`,
    "an event handler": `x' onfocus=alert(1) autofocus="`,
    "a closed text area": "</textarea></select><img src=x onerror=alert(1)>",
    "a script's address": "javascript:alert(1)",
    "an entity": "&lt;b&gt; &amp;amp;",
    "a template": "{{7*7}} #{7*7} <%= 7*7 %>",
    "a query": "' OR 1=1 --",
    "a formula": '=HYPERLINK("http://evil.example";"Acme")',
    "line breaks": "Acme\r\nBcc: eve@evil.example\r\n\r\nx",
    "the prototype": "__proto__",
    "what was not there": "undefined",
  }).map(([name, text]): [string, string] => [name, encodeURIComponent(text)]),
  ["half a character", "Acme%ED%A0%80"],
  ["bytes that are no text", "Acme%FF%FE"],
  ["half an escape", "Acme%2"],
]);

/** A form's body with one field's text as it is given. */
export function formBody(fields: Readonly<Record<string, string>>, [name, encoded]: readonly [string, string]): string {
  const { [name]: _, ...others } = fields;
  return `${new URLSearchParams(others).toString()}&${encodeURIComponent(name)}=${encoded}`;
}

/** The text that is read out of what was sent. */
export function readAs(encoded: string): string {
  return (new URLSearchParams(`x=${encoded}`).get("x") ?? "").replaceAll("\r\n", "\n");
}
