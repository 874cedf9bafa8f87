import { type ApiVersions, apiVersions, pinnedVersion, servedVersion } from "../domain/core/api-version.ts";
import { type DeprecationTerms, deprecatedSince, earliestSunset } from "../domain/core/deprecation.ts";
import { Refusal } from "../domain/core/refusal.ts";
import type { HttpMiddleware, HttpRequest, RequestState } from "./request.ts";

/** The versions that a Lambda serves, and where their changelog is. */
export interface VersionSettings {
  /** The oldest first; those of the service where they are left out. */
  readonly versions?: ApiVersions;
  readonly docsUrl?: string;
}

/** The header that asks for a version, and says which one a reply is in. */
const versionHeader = "sluice-version";

/**
 * Finds out in which version a tenant is served: its own, or the one that Sluice-Version names. Every reply to a tenant
 * says which; one in a version, by an operation or to a field that has gone out of use says until when it is served.
 */
export function apiVersion({ versions = apiVersions, docsUrl = "/docs" }: VersionSettings): HttpMiddleware {
  const addHeaders = ({ internal: state }: HttpRequest) => {
    const { op, principal, version, sentDeprecated = [] }: Partial<RequestState> = state;
    const terms = earliestSunset([
      ...(version?.supersededOn ? [deprecatedSince(version.supersededOn)] : []),
      ...(op?.deprecated ? [op.deprecated] : []),
      ...sentDeprecated,
    ]);
    if (principal === undefined || (version === undefined && terms === undefined)) return;
    state.headersAfter = {
      ...state.headersAfter,
      ...(version && { [versionHeader]: version.date }),
      ...(terms && deprecationHeaders(terms, `${docsUrl}/changelog`)),
    };
  };
  return {
    before: ({ internal: state }) => {
      const { kind, apiVersion: pinned } = state.principal;
      if (kind !== "tenant") return;
      state.version = pinnedVersion(versions, pinned ?? versions[0].date);
      const named = state.header(versionHeader)?.trim();
      if (named === undefined) return;
      const version = servedVersion(versions, named);
      if (version === undefined) throw unknownVersion(versions);
      state.version = version;
    },
    after: addHeaders,
    onError: (request) => {
      if (request.error instanceof Refusal) addHeaders(request);
    },
  };
}

function unknownVersion(versions: ApiVersions): Refusal {
  const dates = versions.map(({ date }) => date).join(", ");
  const message = `Sluice-Version names no version; there is ${dates}`;
  return new Refusal("unknown_api_version", message, {
    fields: [{ path: "Sluice-Version", code: "not_allowed", message: `must be one of ${dates}` }],
  });
}

/** Deprecation (RFC 9745) and Sunset (RFC 8594), and where both are explained. */
function deprecationHeaders({ since, sunset }: DeprecationTerms, changelogUrl: string): Record<string, string> {
  return {
    deprecation: `@${Date.parse(`${since}T00:00:00Z`) / 1000}`,
    sunset: new Date(`${sunset}T00:00:00Z`).toUTCString(),
    link: `<${changelogUrl}>; rel="deprecation"; type="text/html", <${changelogUrl}>; rel="sunset"; type="text/html"`,
  };
}
