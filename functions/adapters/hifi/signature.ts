import { errors, jwtVerify } from "jose";
import type { SignatureFinding } from "../bridge/signature.ts";
import { rsaKeyOf } from "../local/rsa-key.ts";

const mostAgeSeconds = 600;

/** Judges the token that HIFI sends as `Authorization: Bearer`: a JWT signed with RS256, at most ten minutes old. HIFI does not document that the token names the body, so it proves who calls and not what is said: ask HIFI for the rest. */
export async function judgeHifiToken(request: {
  authorization: string | undefined;
  publicKeys: readonly string[];
  nowMs: number;
}): Promise<SignatureFinding> {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.authorization ?? "") ?? [];
  if (token === undefined) return "malformed";
  let finding: SignatureFinding = "forged";
  for (const pem of request.publicKeys) {
    finding = await judge(token, pem, request.nowMs);
    if (finding !== "forged") return finding;
  }
  return finding;
}

async function judge(token: string, pem: string, nowMs: number): Promise<SignatureFinding> {
  const key = rsaKeyOf(pem);
  if (!key) return "forged";
  try {
    await jwtVerify(token, key, {
      algorithms: ["RS256"],
      maxTokenAge: mostAgeSeconds,
      clockTolerance: 60,
      currentDate: new Date(nowMs),
    });
    return "good";
  } catch (error) {
    if (error instanceof errors.JWTExpired) return "stale";
    if (error instanceof errors.JWTClaimValidationFailed)
      return error.claim === "iat" && error.reason !== "missing" ? "stale" : "malformed";
    if (error instanceof errors.JOSEError) return "forged";
    throw error;
  }
}
