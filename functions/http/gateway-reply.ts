import type { HttpMiddleware, HttpRequest } from "./request.ts";

/** Whether a reply goes out over https. */
export interface ReplySettings {
  readonly secure?: boolean;
}

/** Once seen over https, a host is asked over nothing else for a year (RFC 6797). */
export const strictTransport = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

/** What is no page: no browser runs or frames anything of it, nor guesses what it is. */
export const closedReply = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** A browser shows a PDF by means of its own, which a policy without sources would keep from it. */
const pdfPolicy = { "content-security-policy": "frame-ancestors 'none'" };

/** Hands the reply to the gateway, with the headers that every reply has; the answer to HEAD without its body. */
export function gatewayReply({ secure = false }: ReplySettings): HttpMiddleware {
  const respond = (request: HttpRequest) => {
    const { event, reply, headersBefore, headersAfter, requestId } = request.internal;
    const body = event.httpMethod === "HEAD" ? "" : reply.body;
    const isBase64Encoded = body instanceof Uint8Array;
    request.response = {
      statusCode: reply.status,
      headers: {
        "cache-control": "no-store",
        ...closedReply,
        ...(reply.headers["content-type"] === "application/pdf" && pdfPolicy),
        ...(secure && strictTransport),
        ...headersBefore,
        ...reply.headers,
        ...headersAfter,
        "x-request-id": requestId,
      },
      body: isBase64Encoded ? Buffer.from(body).toString("base64") : body,
      isBase64Encoded,
    };
  };
  return { after: respond, onError: respond };
}
