import type { Applicant, Onboarding, PartnerReport } from "../../app/onboarding/ports.ts";
import { bridgePartnerStatus } from "../../domain/onboarding/bridge-kyc.ts";
import { type VendorAnswer, VendorUnavailable } from "../http/vendor-http.ts";
import { type BridgeClient, dollarEndorsement, isUsable, refusedByBridge } from "./client.ts";
import { codesIn, existingLink, type KycLink, reasonsOf } from "./onboarding-bridge-schema.ts";

/** Our own name for an application that Bridge has none of, since its address belongs to another. */
const takenPrefix = "taken.";

/** Bridge's look at a business, through KYC links (apidocs.bridge.xyz, "KYC links"). Bridge asks the applicant for everything once more on pages of its own and takes no answer or file of ours through them: what it finds missing is brought there, and `brought` tells it nothing. */
export class BridgeOnboarding implements Onboarding {
  readonly name = "bridge";
  readonly #client: BridgeClient;
  /** Pages are as safe as the API that names them, so that a simulator on loopback may have plain ones. */
  readonly #schemes: readonly string[];

  constructor(request: { client: BridgeClient; baseUrl: string }) {
    this.#client = request.client;
    this.#schemes = ["https:", new URL(request.baseUrl).protocol];
  }

  async apply(applicant: Applicant): Promise<PartnerReport> {
    const { legalName, email, ref } = applicant;
    const known = ref === null ? null : await this.look(ref);
    if (known) return known;
    const body = {
      full_name: legalName,
      email,
      type: "business",
      endorsements: [dollarEndorsement],
      redirect_uri: applicant.returnTo,
    };
    // An application that was corrected asks for something else, and Bridge refuses a key that comes with another body.
    const made = await this.#client.createKycLink(`kyb:${applicant.key}:${JSON.stringify(body)}`, body);
    if (!("status" in made)) return this.#told(applicant, made.id);
    const existing = existingLink(made.body);
    const links = existing ? [existing] : await this.#madeBefore(made, email);
    const own = links.find((link) => isOf(link, legalName));
    if (own) return this.#told(applicant, own.id);
    if (links.length > 0) return taken(`${takenPrefix}${applicant.key}`);
    throw refusedByBridge("a kyc link", made);
  }

  async look(ref: string): Promise<PartnerReport | null> {
    if (ref.startsWith(takenPrefix)) return taken(ref);
    const link = await this.#client.kycLink(ref);
    return link ? this.#said(link) : null;
  }

  /** How the link stands now: within a day Bridge answers a repeat as it answered the first time. */
  async #told({ key }: Applicant, id: string): Promise<PartnerReport> {
    const reply = await this.look(id);
    if (reply) return reply;
    throw new VendorUnavailable(`bridge does not know the kyc link that it made for ${key}`);
  }

  /** What an earlier call with this key, or for this address, has made: Bridge refuses a key that is over a day old. */
  async #madeBefore({ status, code }: VendorAnswer, email: string): Promise<readonly KycLink[]> {
    const isRepeat = status === 422 || code === "duplicate_record" || code === "not_truly_idempotent";
    return isRepeat ? this.#client.kycLinksFor(email) : [];
  }

  async #said(link: KycLink): Promise<PartnerReport> {
    const customerId = link.customer_id ?? null;
    const customer = customerId === null ? undefined : await this.#client.customer(customerId);
    const endorsement = customer?.endorsements?.find(({ name }) => name === dollarEndorsement);
    const tosStatus = link.tos_status ?? "";
    const stands = bridgePartnerStatus({
      ...{ kycStatus: link.kyc_status, tosStatus, usable: isUsable(customer) },
      codes: codesIn(endorsement?.requirements),
    });
    const { standing, missing } = stands;
    const isOpen = standing === "waiting";
    const asksIdentity = isOpen && missing.some((item) => item !== "terms");
    return {
      ...{ ref: link.id, partnerCustomerId: customerId, ...stands },
      reasons: standing === "rejected" ? reasonsOf(link) : [],
      pages: {
        identity: asksIdentity ? this.#page(link.kyc_link) : null,
        terms: isOpen && missing.includes("terms") ? this.#page(link.tos_link) : null,
      },
    };
  }

  /** A page that an applicant may be sent to; null where Bridge names none. */
  #page(text: string | null | undefined): string | null {
    const url = URL.parse(text ?? "");
    return url && this.#schemes.includes(url.protocol) ? url.href : null;
  }
}

/** Whether a link was made for this business: one address may stand for two, and neither may be approved for the other. */
function isOf({ type, full_name: name }: KycLink, legalName: string): boolean {
  return type === "business" && plain(name ?? "") === plain(legalName);
}

function plain(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function taken(ref: string): PartnerReport {
  return {
    ...{ ref, partnerCustomerId: null, standing: "rejected", missing: [] },
    reasons: ["The partner knows this e-mail address as another applicant's. Apply with an address of your own."],
    pages: { identity: null, terms: null },
  };
}
