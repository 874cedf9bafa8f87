import type { HttpMiddleware, HttpRequest } from "./request.ts";

/** Hands the reply to the gateway, with the headers that every reply has. */
export function gatewayReply(): HttpMiddleware {
  const respond = (request: HttpRequest) => {
    const { reply, headersBefore, headersAfter, requestId } = request.internal;
    const isBase64Encoded = reply.body instanceof Uint8Array;
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
      body: isBase64Encoded ? Buffer.from(reply.body).toString("base64") : reply.body,
      isBase64Encoded,
    };
  };
  return { after: respond, onError: respond };
}
