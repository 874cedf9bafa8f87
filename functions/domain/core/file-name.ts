const lengthMax = 120;

// Control characters, and those that turn a name's direction so that it ends in another way than it shows.
const unsafe = /[\p{Cc}\p{Cs}\p{Bidi_C}\u2028\u2029]/gu;

/** A client's file name as a name alone: no folder, nothing unseen, not hidden, at most 120 characters and its ending. */
export function safeFilename(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? "").replace(unsafe, "").trim().replace(/^\.+/, "");
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
  const stem = [...name.slice(0, name.length - ending.length)].slice(0, lengthMax).join("");
  return stem === "" ? `file${ending}` : `${stem}${ending}`;
}
