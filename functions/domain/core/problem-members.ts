/** What every refusal says, before it says where it is explained. */
export interface RefusalFacts {
  readonly error: string;
  readonly code: string;
  readonly unmet: readonly string[];
  readonly requestId: string;
}

/** What a problem of RFC 9457 says beside the members that every refusal has, but for its status. */
export function problemMembers({ error, code, requestId }: RefusalFacts, docUrl: string) {
  const words = code.replaceAll("_", " ");
  const title = words.slice(0, 1).toUpperCase() + words.slice(1);
  return { type: docUrl, title, detail: error, instance: requestId };
}
