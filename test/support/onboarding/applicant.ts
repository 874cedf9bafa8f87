import { aPdf } from "../core/files.ts";
import { pageOf } from "../routes/visitor.ts";
import type { DeployedSandbox } from "../runner/deployed.ts";
import type { PlainReply } from "../runner/lambdas.ts";
import { goodForms } from "./kyb-forms.ts";

type Fields = Readonly<Record<string, string>>;

/** Somebody with a link at a browser: sends each form with what its page gave it. */
export class Applicant {
  readonly #deployed: DeployedSandbox;
  readonly id: string;
  readonly token: string;
  #hidden: Record<string, string> = {};

  private constructor(deployed: DeployedSandbox, id: string, token: string) {
    this.#deployed = deployed;
    this.id = id;
    this.token = token;
  }

  /** Somebody whom operators have just invited. */
  static async invited(deployed: DeployedSandbox, input: object = {}): Promise<Applicant> {
    const body = { legalName: "Acme Widgets, Inc.", contactEmail: "ada@acme.example", ...input };
    const reply = await deployed.call("inviteApplicant", deployed.operatorToken, {}, body);
    if (reply.status !== 201) throw new Error(reply.text);
    const { id, magicLink } = JSON.parse(reply.text);
    return new Applicant(deployed, id, magicLink.slice(-43));
  }

  /** Opens a page of the application. */
  async get(path = "", headers: Fields = {}): Promise<PlainReply> {
    const reply = await this.#deployed.send(pageOf("openApplication"), {
      ...{ method: "GET", path: `/k/${this.token}${path === "" ? "" : `/${path}`}` },
      headers: { host: "localhost:4002", ...headers },
    });
    return this.#keep(reply);
  }

  /** Sends a form as the page that was opened last would, unless `fields` or `headers` say otherwise. */
  async post(path: string, fields: Fields = {}, headers: Fields = {}): Promise<PlainReply> {
    const reply = await this.#deployed.send(pageOf("saveApplication"), {
      ...{ method: "POST", path: `/k/${this.token}/${path}` },
      headers: {
        host: "localhost:4002",
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
        ...headers,
      },
      body: new URLSearchParams({ ...this.#hidden, ...fields }).toString(),
    });
    return this.#keep(reply);
  }

  #keep(reply: PlainReply): PlainReply {
    const named = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(reply.text)?.[1];
    for (const name of ["form", "revision"]) {
      const value = named(name);
      if (value !== undefined) this.#hidden[name] = value;
    }
    return reply;
  }

  /** Fills a page in. */
  async fill(path: string, fields: Fields): Promise<PlainReply> {
    await this.get(path);
    return this.post(path, fields);
  }

  /** Sends a file for a document, by way of its upload page. */
  async bring(kind: string, personId?: string, bytes?: Uint8Array): Promise<PlainReply> {
    await this.get("documents");
    const person = personId === undefined ? {} : { personId };
    const announced = await this.post("documents", { kind, ...person, contentType: "application/pdf" });
    const place = announced.headers.location?.split(`${this.token}/`)[1] ?? "";
    const page = await this.get(place);
    const key = /name="key" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const file = { bytes: Buffer.from(bytes ?? (await aPdf([kind]))), contentType: "application/pdf" };
    this.#deployed.aws.files.set(`/applicants/${key}`, file);
    const sent = await this.get(`uploaded/any?bucket=applicants&key=${encodeURIComponent(key)}&etag=x`);
    return this.get(sent.headers.location?.split(`${this.token}/`)[1] ?? "");
  }

  /** Everything up to the review. */
  async fillAll(): Promise<void> {
    await this.fill("company", goodForms.company);
    await this.fill("addresses", goodForms.addresses);
    await this.fill("people/new", goodForms.person);
    const people = await this.get("people");
    await this.post("people", goodForms.people);
    const personId = /people\/(kyp_\w+)/.exec(people.text)?.[1] ?? "";
    for (const kind of ["formation_document", "ownership_document", "proof_of_address"]) await this.bring(kind);
    await this.bring("identity_document", personId);
    await this.fill("payout", goodForms.payout);
  }
}
