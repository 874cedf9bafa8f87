/** A document as its service serves it: the file names no host, and programs would leave out the path of a gateway's stage. */
export function documentAt<D extends object>(document: D, url: string): D & { servers: object[] } {
  return { ...document, servers: [{ url: url || "/", description: "the service that serves this document" }] };
}
