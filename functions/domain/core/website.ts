/** A web address as people type it, with the scheme that they leave out. */
export function withScheme(typed: string): string {
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`;
}

/** Of http or https, with a dotted name that is no IP address (`7` is read as one) and nobody's password. */
export function isWebsite(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return false;
  return /^([^.\s]+\.)+(?!\d+$)[^.\s]+$/.test(url.hostname);
}
