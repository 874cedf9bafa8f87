/** A page that was asked for: its path below the service's root, and the host that the browser names. */
interface PageAddress {
  readonly path: string;
  readonly host: string | undefined;
}

/**
 * The way from a page's address up to the service's root, with a slash at its end: relative, so that links hold
 * under a gateway's stage, a host of one's own and the local forwarder alike.
 */
export function rootOf({ path, host }: PageAddress, pagesUrl = ""): string {
  if (path.length > 1) return "../".repeat(path.split("/").length - 2) || "./";
  // A stage's own address, `/live`, may come without a slash at its end, where a relative link would leave the stage.
  const pages = URL.parse(pagesUrl);
  return pages !== null && pages.host === host ? `${pages.pathname.replace(/\/$/, "")}/` : "./";
}
