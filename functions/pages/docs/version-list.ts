import type { ApiVersions } from "../../domain/core/api-version.ts";
import { deprecatedSince } from "../../domain/core/deprecation.ts";

/** The line of the changelog's file where the versions stand. */
export const versionsPlace = "{{api-versions}}";

const explanation = `A version of the API is a date. Your account is pinned to the newest when its first key is made, and stays there: a change that would break a caller is a new version, and whatever only adds is none. The header \`Sluice-Version\` asks for another version for one request, so that you can try it first; a date that is none is 400 [\`unknown_api_version\`](errors#unknown_api_version). Every reply to a key says in \`Sluice-Version\` which one it is in.

A version that a newer one has taken the place of is served for twelve months more. Meanwhile each reply in it carries \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594), and so does the reply to whoever calls a route or sends a field that the [API reference](api) calls deprecated.`;

/** What each version of the API changed, the newest first, as Markdown. */
export function versionList(versions: ApiVersions): string {
  const entries = versions.map(({ date, changes }, at) => {
    const next = versions[at + 1]?.date;
    const state =
      next === undefined
        ? "The newest version."
        : `Superseded on ${next}, served until ${deprecatedSince(next).sunset}.`;
    return `### ${date}\n\n${state}\n\n${changes.map((change) => `- ${change}`).join("\n")}\n`;
  });
  return `## API versions\n\n${explanation}\n\n${entries.toReversed().join("\n")}`;
}
