import type { HttpMiddleware, HttpRequest } from "./request.ts";

/** Hands the reply to the gateway, with the headers that every reply has; the answer to HEAD without its body. */
export function gatewayReply(): HttpMiddleware {
  const respond = (request: HttpRequest) => {
    const { event, reply, headersBefore, headersAfter, requestId } = request.internal;
    const body = event.httpMethod === "HEAD" ? "" : reply.body;
    const isBase64Encoded = body instanceof Uint8Array;
    request.response = {
      statusCode: reply.status,
      headers: {
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
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
