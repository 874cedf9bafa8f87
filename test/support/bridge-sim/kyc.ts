import * as z from "zod";
import type { SimClock } from "../vendor-sim/clock.ts";
import type { SimCall, SimReply } from "../vendor-sim/server.ts";
import type { SimCustomer } from "./bank.ts";

/** A link as it may be asked for. */
const asked = z.strictObject({
  full_name: z.string().min(1),
  email: z.email(),
  type: z.enum(["individual", "business"]),
  endorsements: z.array(z.enum(["base", "sepa", "spei", "cards"])).optional(),
  redirect_uri: z
    .httpUrl()
    .or(z.url({ protocol: /^http$/ }))
    .optional(),
});

export interface SimKycLink extends z.infer<typeof asked> {
  readonly id: string;
  readonly customer_id: string;
  readonly created_at: string;
  kyc_status: string;
  tos_status: "pending" | "approved";
  rejection_reasons: unknown[];
  /** What the customer's endorsement lacks, and what is wrong with it, in whatever form. */
  missing: unknown;
  issues: unknown[];
}

/** What can be steered of a link. */
export const kycStatus = z.strictObject({
  kyc_status: z.string().optional(),
  tos_status: z.enum(["pending", "approved"]).optional(),
  rejection_reasons: z.array(z.unknown()).optional(),
  missing: z.unknown().optional(),
  issues: z.array(z.unknown()).optional(),
});

/** What Bridge has of businesses that ask to become customers: one link for an address, two pages that the applicant goes through, and a customer that becomes active with the last of them. */
export class SimKyc {
  readonly links: SimKycLink[] = [];
  readonly knobs = {
    /** The customer is told once the link is approved, and not before. */
    lateCustomer: false,
    /** A known address is refused without the link that was made for it. */
    bareDuplicates: false,
  };
  readonly #clock: SimClock;
  readonly #baseUrl: () => string;
  readonly #customer: (id: string, customer: SimCustomer) => void;
  readonly #changed: (link: Record<string, unknown>, from: string | null) => void;

  constructor(given: {
    clock: SimClock;
    /** Where the pages are. */
    baseUrl: () => string;
    customer: (id: string, customer: SimCustomer) => void;
    changed: (link: Record<string, unknown>, from: string | null) => void;
  }) {
    this.#clock = given.clock;
    this.#baseUrl = given.baseUrl;
    this.#customer = given.customer;
    this.#changed = given.changed;
  }

  handle({ method, path, query, body }: SimCall): SimReply {
    const [, , , id] = path.split("/");
    if (method === "POST" && id === undefined) return this.#create(body);
    if (method !== "GET") return { status: 404, body: { code: "not_found" } };
    if (id === undefined) {
      const email = query.get("email");
      const found = this.links.filter((each) => email === null || isSame(each.email, email)).toReversed();
      return { status: 200, body: { count: found.length, data: found.map((each) => this.shown(each)) } };
    }
    const found = this.links.find((each) => each.id === id);
    if (!found) return { status: 404, body: { code: "not_found" } };
    return { status: 200, body: this.shown(found) };
  }

  /** A stand-in for the pages: whoever opens one has gone through it, and is sent back. */
  visit({ path }: SimCall): SimReply {
    const [, , page, id = ""] = path.split("/");
    const link = this.links.find((each) => each.id === id);
    if (!link) return { status: 404, body: { code: "not_found" } };
    if (page === "terms") this.stand(id, { tos_status: "approved" });
    else if (link.kyc_status !== "approved") this.stand(id, { kyc_status: "under_review" });
    return { status: 303, headers: { location: link.redirect_uri ?? "about:blank" } };
  }

  /** Moves a link, and its customer with it. */
  stand(id: string, status: z.infer<typeof kycStatus>): void {
    const link = this.links.find((each) => each.id === id);
    if (!link) throw new RangeError(`no kyc link ${id}`);
    const from = link.kyc_status;
    Object.assign(link, Object.fromEntries(Object.entries(status).filter(([, value]) => value !== undefined)));
    this.#tell(link, from);
  }

  /** A link as Bridge tells it. */
  shown(link: SimKycLink): Record<string, unknown> {
    const { missing: _missing, issues: _issues, customer_id: customerId, redirect_uri: _to, ...response } = link;
    const isTold = !this.knobs.lateCustomer || link.kyc_status === "approved";
    return structuredClone({
      ...response,
      customer_id: isTold ? customerId : null,
      kyc_link: `${this.#baseUrl()}/hosted/identity/${link.id}`,
      tos_link: `${this.#baseUrl()}/hosted/terms/${link.id}`,
    });
  }

  #create(body: unknown): SimReply {
    const read = asked.safeParse(body);
    if (!read.success) return { status: 400, body: { code: "invalid_parameters" } };
    const before = this.links.find(({ email }) => isSame(email, read.data.email));
    if (before) {
      const handed = this.knobs.bareDuplicates ? {} : { existing_kyc_link: this.shown(before) };
      return { status: 400, body: { code: "duplicate_record", message: "for Jane Owner", ...handed } };
    }
    const nth = this.links.length + 1;
    const link: SimKycLink = {
      ...read.data,
      ...{ id: `kyc_${nth}`, customer_id: `cust_kyc_${nth}`, created_at: this.#clock.iso() },
      ...{ kyc_status: "not_started", tos_status: "pending", rejection_reasons: [], missing: null, issues: [] },
    };
    this.links.push(link);
    this.#tell(link, null);
    return { status: 201, body: this.shown(link) };
  }

  #tell(link: SimKycLink, from: string | null): void {
    const isAgreed = link.tos_status === "approved";
    const isApproved = link.kyc_status === "approved" && isAgreed;
    const requirements = { complete: [], pending: [], missing: link.missing ?? null, issues: link.issues };
    this.#customer(link.customer_id, {
      status: isApproved ? "active" : link.kyc_status === "approved" ? "incomplete" : link.kyc_status,
      has_accepted_terms_of_service: isAgreed,
      endorsements: [{ name: "base", status: isApproved ? "approved" : "incomplete", requirements }],
    });
    this.#changed(this.shown(link), from);
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
