/** The most bytes of text that one encoded word holds: 75 characters less its frame, in base64, whole characters only. */
const wordBytes = 45;

/** A name as it stands before an address in a header: quoted, or as encoded words (RFC 2047) where it is not plain ASCII. */
export function headerPhrase(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return `"${name.replace(/["\\]/g, "\\$&")}"`;
  const words: string[] = [];
  let word = "";
  for (const character of name) {
    if (Buffer.byteLength(word + character) > wordBytes) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  return [...words, word].map((each) => `=?UTF-8?B?${Buffer.from(each).toString("base64")}?=`).join(" ");
}
