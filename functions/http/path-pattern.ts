/** What a path of the contract's matches, its parameters as named groups. */
export function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
}

/** The gateway hands a path on as it was sent, percent-encoded; an engine that has decoded it already changes nothing by this, but for a literal `%xx`. */
export function decodeParams(groups: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(groups ?? {}).map(([name, value]) => [name, plain(value)]));
}

function plain(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
