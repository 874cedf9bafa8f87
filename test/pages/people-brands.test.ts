import type { Browser } from "playwright-core";
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailOperations } from "../../functions/contract/mail/mail.ts";
import { kybOperations } from "../../functions/contract/onboarding/kyb.ts";
import { brandOperations } from "../../functions/contract/tenants/brands.ts";
import { readPdf } from "../support/invoicing/pdf.ts";
import { describeInBrowser, launchBrowser } from "../support/journeys/browser.ts";
import { endpoints, type Invoice, operator, TestTenant } from "../support/journeys/journey.ts";
import { Walk } from "../support/journeys/walk.ts";
import { until } from "../support/runner/until.ts";

const { port } = new URL(endpoints.onboardUrl);

const looks = {
  a: { name: "Nordwind Räder", accent: "#7a1f5c", background: "#fffaf2", text: "#2b1a24" },
  b: { name: "Вода & Söhne", accent: "#00695c", background: "#f2fbfa", text: "#10211f" },
} as const;

type Look = (typeof looks)[keyof typeof looks];

/** A tenant with a brand, an applicant of its own and an invoice. */
interface Branded {
  readonly look: Look;
  readonly host: string;
  readonly invoice: Invoice;
  readonly kybId: string;
  readonly magicLink: string;
}

/** A logo as a designer would hand it over. */
async function logoOf(browser: Browser, { name, accent }: Look): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 352, height: 80 } });
  await page.setContent(
    `<body style="margin:0"><svg width="352" height="80"><circle cx="40" cy="40" r="34" fill="${accent}"/><path d="M24 46q8-18 16 0t16 0" fill="none" stroke="#fff" stroke-width="6"/><text x="88" y="52" font-family="sans-serif" font-weight="700" font-size="34" fill="${accent}">${name.split(" ")[0]}</text></svg>`,
  );
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png.toString("base64");
}

async function brandedTenant(browser: Browser, label: string, look: Look): Promise<Branded> {
  const { name, ...colours } = look;
  const host = `brand-${label}.localhost:${port}`;
  const tenant = await TestTenant.create({ name: `${name} GmbH` });
  await operator.call(brandOperations.putTenantBrand, {
    params: { id: tenant.id },
    body: {
      ...{ name, colours, domain: host, supportEmail: `help@${label}.example` },
      logo: { data: await logoOf(browser, look) },
    },
  });
  const { id, magicLink } = await operator.call(kybOperations.inviteApplicant, {
    body: { legalName: `${name} GmbH`, contactEmail: "a@b.example", tenantId: tenant.id },
  });
  const metadata = { customerEmail: "payer@example.com" };
  return { look, host, kybId: id, magicLink, invoice: await tenant.draft(98_765, { number: `${label}-1`, metadata }) };
}

/** The letter about something, once it is out. */
async function letterAbout(about: string) {
  const { data } = await until(
    () => operator.call(mailOperations.listMail, { query: { about, status: "sent" } }),
    (listed) => listed.data.length > 0,
    `no letter about ${about}`,
  );
  const { letter } = await operator.call(mailOperations.getMail, { params: { id: data[0]?.id ?? "" } });
  return letter ?? expect.fail("a sandbox keeps its letters");
}

/** The colours that a PDF's first page is drawn in. */
async function coloursOf(bytes: Uint8Array): Promise<Set<string>> {
  const page = await (await getDocumentProxy(Uint8Array.from(bytes))).getPage(1);
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  return new Set(argsArray.filter((_, at) => fnArray[at] === OPS.setFillRGBColor).map((args) => String(args[0])));
}

describeInBrowser("two brands side by side", () => {
  let browser: Browser;
  let walk: Walk;
  let brands: Branded[];

  beforeAll(async () => {
    browser = await launchBrowser();
    walk = await Walk.starts(browser);
    brands = [];
    for (const [label, look] of Object.entries(looks)) brands.push(await brandedTenant(browser, label, look));
  });

  afterAll(() => browser?.close());

  /** Opens a letter as a mail program would; its logo must be there. */
  async function openLetter(html: string, name: string): Promise<void> {
    const reader = await Walk.starts(browser);
    await reader.page.setContent(html);
    expect(await reader.page.evaluate("document.images[0].naturalWidth")).toBe(352);
    await reader.picture(name);
    await reader.ends();
  }

  /** What a page shows of its brand. */
  async function shown() {
    const { page } = walk;
    const read = `(() => {
      const of = (what) => getComputedStyle(document.documentElement).getPropertyValue(what).trim();
      const logo = document.querySelector("header img");
      return { accent: of("--accent"), background: of("--paper"), text: of("--ink"), name: logo.alt,
        hasLogo: logo.naturalWidth === 352, host: location.host };
    })()`;
    return page.evaluate(read);
  }

  test("have the wizard each in its name, logo and colours, from the link in the letter", async () => {
    for (const { look, host, kybId, magicLink } of brands) {
      expect(new URL(magicLink).host).toBe(host);
      const { html, text, fromName } = await letterAbout(kybId);
      expect(fromName).toContain(look.name);
      for (const each of [look.accent, `http://${host}/brand/`]) expect(html).toContain(each);
      const link = new RegExp(`http://${host}/k/[\\w-]{43}`).exec(text)?.[0];
      await walk.page.goto(link ?? expect.fail(text));
      expect(await shown()).toEqual({ ...look, host, hasLogo: true });
      await walk.sees(`brand ${host.slice(0, 7)} wizard`);
      await openLetter(html, `brand ${host.slice(0, 7)} letter`);
    }
  });

  test("have the invoice each in its own, on the page and on paper", async () => {
    for (const { look, host, invoice } of brands) {
      expect(new URL(invoice.collectionLink).host).toBe(host);
      await walk.page.goto(invoice.collectionLink);
      expect(await shown()).toEqual({ ...look, host, hasLogo: true });
      await walk.sees(`brand ${host.slice(0, 7)} invoice`);
      const { pathname } = new URL(invoice.collectionLink);
      const bytes = new Uint8Array(await (await fetch(`${endpoints.onboardUrl}${pathname}/pdf`)).arrayBuffer());
      const paper = (await readPdf(bytes)).map(({ text }) => text.replaceAll(/\s+/g, " ")).join(" ");
      for (const labels of [`${look.name} GmbH`, `help@${host[6]}.example`, "$987.65"]) expect(paper).toContain(labels);
      expect(Buffer.from(bytes).toString("latin1")).toContain("/Subtype /Image");
      const others = brands.map((each) => each.look).filter((each) => each !== look);
      const colours = await coloursOf(bytes);
      expect(colours).toContain(look.accent);
      for (const { accent } of others) expect(colours).not.toContain(accent);
    }
    await walk.ends();
  });
});
