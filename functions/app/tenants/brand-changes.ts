import { type FieldProblem, Refusal } from "../../domain/core/refusal.ts";
import { type Brand, type BrandRecord, isServed, type Logo } from "../../domain/tenants/brand.ts";
import { colourProblems } from "../../domain/tenants/brand-colours.ts";
import { type Aggregate, loadAggregate, newAggregate, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { type BrandOwner, brandKey, brandRecordType, isSet, ownerId } from "./brands.ts";
import { findLogo, logoWrites, newLogo, type StoredLogo } from "./logos.ts";
import { getTenant } from "./tenants.ts";

/** What an operator says of a brand; a logo comes as bytes in base64, or one that is kept is named by its id. */
export type NewBrand = Omit<Brand, "logo"> & {
  readonly logo: { readonly data: string } | { readonly id: string } | null;
};

/** What changing brands needs beside the context: where this stage answers, and a look at pictures. */
export interface BrandContext extends Context {
  readonly readsPng: (bytes: Uint8Array) => boolean;
  readonly stage: { readonly hosts: readonly string[]; readonly local: boolean };
}

/** An owner's own brand; what its reseller has does not count here. */
export async function getBrand(context: Context, owner: BrandOwner): Promise<BrandRecord> {
  const found = await kept(context, owner);
  if (!isSet(found)) throw noBrand();
  return found.state;
}

/** Gives an owner its brand, whole: what is left out is as if it had never been said. */
export async function putBrand(context: BrandContext, owner: BrandOwner, input: NewBrand): Promise<BrandRecord> {
  if ("tenantId" in owner) await getTenant(context, owner.tenantId);
  const picture = await pictureOf(context, input.logo);
  const wrongPicture = picture !== null && "message" in picture ? [picture] : [];
  refuse([...wrongPicture, ...colourProblems(input.colours), ...domainProblems(context, input.domain)]);
  const kind = picture !== null && "logo" in picture ? picture : null;
  return change(context, async () => {
    const found = await kept(context, owner);
    const before = isSet(found) ? found.state : null;
    const next = recordOf(owner, input, kind?.logo ?? null, { now: context.clock.now(), before });
    if (before && same(before, next)) return { writes: [], result: before };
    const transition = { next, from: found?.state.status ?? null, to: next.status, reason: "brand set" };
    const { writes } = transitionWrites(found ?? newAggregate(brandRecordType, next), [transition], context);
    return { writes: [...writes, ...(kind ? await logoWrites(context, kind) : [])], result: next };
  });
}

/** Takes an owner's brand away; its pictures stay, since letters that were sent show them. */
export async function removeBrand(context: Context, owner: BrandOwner): Promise<BrandRecord> {
  return change(context, async () => {
    const found = await kept(context, owner);
    if (!isSet(found)) return noBrand();
    const next: BrandRecord = { ...found.state, status: "removed", updatedAt: context.clock.now() };
    const transition = { next, from: found.state.status, to: next.status, reason: "brand removed" };
    return { writes: transitionWrites(found, [transition], context).writes, result: next };
  });
}

function noBrand(): Refusal {
  return new Refusal("not_found", "it has no brand of its own");
}

async function kept(context: Context, owner: BrandOwner): Promise<Aggregate<BrandRecord> | undefined> {
  return loadAggregate(brandRecordType, (await context.store.read([brandKey(owner)]))[0]);
}

function recordOf(
  owner: BrandOwner,
  { name, colours, supportEmail, supportUrl, domain, locale }: NewBrand,
  logo: Logo | null,
  { now, before }: { readonly now: string; readonly before: BrandRecord | null },
): BrandRecord {
  const look: Brand = { name, logo, colours, supportEmail, supportUrl, domain, locale };
  const createdAt = before?.createdAt ?? now;
  return brandRecordType.schema.parse({ ...look, ownerId: ownerId(owner), status: "set", createdAt, updatedAt: now });
}

function same(one: BrandRecord, other: BrandRecord): boolean {
  return JSON.stringify({ ...one, updatedAt: "" }) === JSON.stringify({ ...other, updatedAt: "" });
}

async function pictureOf(context: BrandContext, input: NewBrand["logo"]): Promise<StoredLogo | FieldProblem | null> {
  if (input === null) return null;
  if ("id" in input)
    return (await findLogo(context, input.id)) ?? { path: "logo.id", message: "no such picture is kept" };
  const made = newLogo(input.data, context.readsPng);
  return typeof made === "string" ? { path: "logo.data", message: made } : made;
}

function domainProblems({ stage }: BrandContext, domain: string | null): FieldProblem[] {
  if (domain === null || isServed(domain, stage)) return [];
  const served = [...stage.hosts, ...(stage.local ? ["*.localhost:PORT"] : [])];
  const which = served.length === 0 ? "it has none for brands" : `it has ${served.join(", ")}`;
  return [
    { path: "domain", message: `this stage does not answer under it; ${which} (brandDomains in the stage's file)` },
  ];
}

function refuse(problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (!first) return;
  throw new Refusal("validation_error", `${first.path}: ${first.message}`, { fields: problems });
}
