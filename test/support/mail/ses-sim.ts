import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SESv2Client } from "@aws-sdk/client-sesv2";

/** What SES says next: a message's id, an error by its name, or nothing at all. */
export type SesAnswer =
  | { readonly messageId: string }
  | { readonly error: string; readonly status: number; readonly message?: string }
  | "silence";

/** What of a call to SES the tests look at. */
export interface SesCall {
  readonly path: string;
  readonly body: {
    readonly FromEmailAddress: string;
    readonly Destination: { readonly ToAddresses: readonly string[] };
    readonly ReplyToAddresses?: readonly string[];
    readonly ConfigurationSetName?: string;
    readonly EmailTags?: readonly unknown[];
    readonly Content: {
      readonly Simple: {
        readonly Subject: { readonly Data: string };
        readonly Body: { readonly Text: { readonly Data: string }; readonly Html: { readonly Data: string } };
      };
    };
  };
}

/** SES's way of sending over loopback: it keeps what it was asked, and answers as it is told. */
export class SesSim {
  readonly calls: SesCall[] = [];
  answer: SesAnswer = { messageId: "0100-abc" };
  #server: Server | undefined;

  /** Begins to listen, and answers a client of it as ours is made. */
  async start(): Promise<SESv2Client> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        this.calls.push({
          path: request.url ?? "",
          body: JSON.parse(Buffer.concat(chunks).toString("utf8")) as SesCall["body"],
        });
        const { answer } = this;
        if (answer === "silence") {
          request.socket.destroy();
          return;
        }
        const type = "content-type";
        if ("messageId" in answer)
          response.writeHead(200, { [type]: "application/json" }).end(JSON.stringify({ MessageId: answer.messageId }));
        else
          response
            .writeHead(answer.status, { [type]: "application/json", "x-amzn-errortype": answer.error })
            .end(JSON.stringify({ message: answer.message ?? "no" }));
      });
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const credentials = { accessKeyId: "test", secretAccessKey: "test" };
    return new SESv2Client({ endpoint, region: "us-east-1", credentials, maxAttempts: 1 });
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}
