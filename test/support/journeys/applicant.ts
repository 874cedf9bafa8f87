import { expect } from "vitest";
import { aPdf } from "../core/files.ts";
import { goodForms } from "../onboarding/kyb-forms.ts";

type Fields = Readonly<Record<string, string>>;

const unescaped: Fields = { "&amp;": "&", "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">" };

function plain(text: string): string {
  return text.replaceAll(/&(amp|quot|#39|lt|gt);/g, (each) => unescaped[each] ?? each);
}

/** A business at the deployed wizard, by plain HTTP and without a script: reads each page and sends its form. */
export class JourneyApplicant {
  readonly #link: string;

  constructor(magicLink: string) {
    this.#link = magicLink;
  }

  async read(place: string): Promise<string> {
    const answer = await fetch(`${this.#link}/${place}`);
    expect(answer.status, place).toBe(200);
    return answer.text();
  }

  /** Sends a page's form; where it leads. */
  async fill(place: string, fields: Fields): Promise<string> {
    const page = await this.read(place);
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
    const url = `${this.#link}/${place}`;
    const answer = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { origin: new URL(url).origin, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ form: hidden("form"), revision: hidden("revision"), ...fields }),
    });
    expect(answer.status, await answer.text()).toBe(303);
    return new URL(answer.headers.get("location") ?? "", url).href;
  }

  /** Sends a document by the store's own form. */
  async bring(kind: string, person: Fields = {}): Promise<void> {
    const next = await this.fill("documents", { kind, contentType: "application/pdf", ...person });
    const page = await (await fetch(next)).text();
    const [form = ""] = /<form[^>]*multipart[\s\S]*?<\/form>/.exec(page) ?? [];
    const body = new FormData();
    for (const [, name = "", value = ""] of form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g))
      body.append(plain(name), plain(value));
    body.append("file", new Blob([Buffer.from(await aPdf([kind]))], { type: "application/pdf" }), "a.pdf");
    const action = plain(/action="([^"]+)"/.exec(form)?.[1] ?? "");
    expect((await fetch(action, { method: "POST", body, redirect: "manual" })).status).toBeLessThan(400);
    await this.read("documents");
  }

  /** Everything, up to the consent, under a legal name, with one person of whom something may be said. */
  async submits(legalName: string, person: Fields = {}): Promise<void> {
    await this.fill("company", { ...goodForms.company, legalName });
    await this.fill("addresses", goodForms.addresses);
    await this.fill("people/new", { ...goodForms.person, ...person });
    await this.fill("people", goodForms.people);
    const personId = /name="personId" value="(kyp_\w+)"/.exec(await this.read("documents"))?.[1] ?? "";
    for (const kind of ["formation_document", "ownership_document", "proof_of_address"]) await this.bring(kind);
    await this.bring("identity_document", { personId });
    await this.fill("payout", goodForms.payout);
    await this.fill("review", {});
    await this.fill("consent", goodForms.consent);
  }

  /** Where the status page sends the applicant beside our own pages. */
  async sentTo(): Promise<string[]> {
    const page = await this.read("status");
    const places = [...page.matchAll(/href="(http[^"]+)"/g)].map(([, place = ""]) => plain(place));
    return places.filter((place) => !place.startsWith(new URL(this.#link).origin));
  }
}
