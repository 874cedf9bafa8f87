import { pendingOf } from "../app/access/sign-in.ts";
import { secretDigest } from "../app/core/api-key.ts";
import { type CredentialCheck, findSession } from "../app/core/console-sessions.ts";
import type { Context } from "../app/core/context.ts";
import type { PasskeyPolicy } from "../domain/access/passkey.ts";
import { Refusal } from "../domain/core/refusal.ts";
import { type BrowserFrame, formTokenField } from "./browser.ts";
import { formTokenOf, isFormToken, requireOwnSite } from "./form-origin.ts";
import type { Principal } from "./operation-types.ts";
import { nobody } from "./operator-token.ts";
import type { HeaderOf } from "./read-request.ts";

export interface ConsoleSettings {
  readonly context: () => Context;
  readonly stands: CredentialCheck;
  readonly passkeys: PasskeyPolicy;
  readonly cookie: string;
  /** Whether browsers reach it over https; the local sandbox they do not. */
  readonly secure: boolean;
  /** The console's own host, beside the one that the gateway was asked for. */
  readonly host: string;
  readonly refused: BrowserFrame["refused"];
}

interface Found {
  readonly id: string;
  readonly actor: string;
  readonly passkeyId: string | null;
}

/** Knows operators in a browser by their session, and a form by its session's token and the site that sent it. */
export class ConsoleAuthenticator implements BrowserFrame {
  readonly #settings: ConsoleSettings;
  readonly refused: BrowserFrame["refused"];

  constructor(settings: ConsoleSettings) {
    this.#settings = settings;
    this.refused = settings.refused;
  }

  async authenticate(
    header: HeaderOf,
    form: Readonly<Record<string, string>> | undefined,
    session?: "pending",
  ): Promise<Principal> {
    const { cookie, secure } = this.#settings;
    const secret = cookieOf(header, cookieName(cookie, secure));
    const found = secret === undefined ? undefined : await (session ? this.#pending(secret) : this.#signedIn(secret));
    if (secret === undefined || !found) throw new Refusal("not_signed_in", "sign in to go on");
    const formToken = formTokenOf(secret, purpose);
    if (form) {
      this.requireOwnSite(header);
      if (!isFormToken(form[formTokenField] ?? "", secret, purpose))
        throw new Refusal("foreign_form", "this form is not from your session");
    }
    const { actor, id, passkeyId } = found;
    const own = {
      id,
      sha256: secretDigest(secret),
      formToken,
      passkeyId,
      ...(session && { isPending: true as const }),
    };
    return { kind: "operator", actor, ...nobody, session: own };
  }

  /** Whoever came by a token before a passkey was required signs in anew. */
  async #signedIn(secret: string): Promise<Found | undefined> {
    const { context, stands, passkeys } = this.#settings;
    const session = await findSession(context(), secret);
    if (!session || !(await stands(session))) return undefined;
    const owesPasskey = session.tokenSha256 !== null && session.passkeyId === null;
    return passkeys === "required" && owesPasskey ? undefined : session;
  }

  async #pending(secret: string): Promise<Found> {
    const { context, stands } = this.#settings;
    const { state } = await pendingOf(context(), secretDigest(secret), stands);
    return { ...state, passkeyId: null };
  }

  carried(header: HeaderOf): string | undefined {
    const secret = cookieOf(header, cookieName(this.#settings.cookie, this.#settings.secure));
    return secret === undefined ? undefined : secretDigest(secret);
  }

  requireOwnSite(header: HeaderOf): void {
    requireOwnSite(header, this.#settings.host);
  }
}

const purpose = "a form of the console";

// Browsers take a __Host- cookie over https alone, from this very host and for all its paths.
function cookieName(cookie: string, secure: boolean): string {
  return secure ? `__Host-${cookie}` : cookie;
}

function cookieOf(header: HeaderOf, name: string): string | undefined {
  const found = (header("cookie") ?? "").split(/; */).find((each) => each.startsWith(`${name}=`));
  const value = found?.slice(name.length + 1);
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** What a browser is told as its session ends: to keep nothing of the console's. Its cookie is taken away by itself, since those of another console may be on the same host. */
const cleared = { "clear-site-data": '"cache", "storage"' } as const;

/** The headers that give a browser its session, or take it away with all that it keeps of the console. */
export function sessionCookie(cookie: string, secure: boolean, secret: string | null): Record<string, string> {
  const parts = [`${cookieName(cookie, secure)}=${secret ?? ""}`, "Path=/", "HttpOnly", "SameSite=Strict"];
  if (secure) parts.push("Secure");
  if (secret === null) parts.push("Max-Age=0");
  return { "set-cookie": parts.join("; "), ...(secret === null && cleared) };
}
