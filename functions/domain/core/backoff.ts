const firstSeconds = 60;
const mostSeconds = 3600;

/** Seconds until what has failed so many times in a row is tried again: a minute, twice as long each time, an hour at most; a quarter more or less by the seed, so that what failed together does not come back together. */
export function backoffSeconds(failures: number, seed: string): number {
  const seconds = Math.min(mostSeconds, firstSeconds * 2 ** Math.max(0, failures - 1));
  return Math.round(seconds * (0.75 + 0.5 * shareOf(`${seed}${failures}`)));
}

/** A number from 0 up to and without 1 that follows from a text (FNV-1a). */
function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash >>> 0) / 4_294_967_296;
}
