import * as z from "zod";
import { locales } from "../../domain/core/mail.ts";
import { kybSteps } from "../../domain/onboarding/kyb.ts";
import { operation } from "../../http/operation-types.ts";
import { pageQuery } from "../shared/locale.ts";

/** What follows a link: 256 bits. */
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const personId = z.string().regex(/^kyp_[0-9A-HJKMNP-TV-Z]{26}$/);
const fileId = z.string().regex(/^kyf_[0-9A-HJKMNP-TV-Z]{26}$/);

/** Beside the language: what was just done, and what the store says of a file that it was sent. */
const query = pageQuery.extend({
  saved: z.string().max(40).optional(),
  file: z.string().max(40).optional(),
  key: z.string().max(300).optional(),
});

const page = {
  method: "GET",
  caller: "public",
  tag: "Pages",
  query,
  reply: { status: 200, schema: z.string(), contentType: "text/html; charset=utf-8" },
  refusals: ["not_found", "link_expired"],
  lambda: "onboarding",
} as const;

/** A form of the application: its fields are read by the step that it belongs to. */
const form = {
  ...page,
  method: "POST",
  body: z.record(z.string(), z.string()),
  refusals: [...page.refusals, "foreign_form", "illegal_kyb_transition", "version_conflict"],
} as const;

const person = z.strictObject({
  token,
  place: z.literal("people"),
  part: z.union([z.literal("new"), personId]),
});
const removable = z.union([
  z.strictObject({ token, place: z.literal("people"), part: personId }),
  z.strictObject({ token, place: z.literal("documents"), part: fileId }),
]);

/** The wizard by which a business applies; whoever has its link is the applicant. */
export const onboardingOperations = {
  showReturned: operation({
    ...page,
    id: "showReturned",
    path: "/k/back",
    summary: "Where the partner's own pages send an applicant back to; it knows no link",
  }),
  openApplication: operation({
    ...page,
    id: "openApplication",
    path: "/k/{token}",
    summary: "A business's application by its link: on to where it was left",
    params: z.strictObject({ token }),
  }),
  showApplication: operation({
    ...page,
    id: "showApplication",
    path: "/k/{token}/{place}",
    summary: "A step of the application, or how it stands",
    params: z.strictObject({ token, place: z.enum([...kybSteps, "status"]) }),
  }),
  saveApplication: operation({
    ...form,
    id: "saveApplication",
    path: "/k/{token}/{place}",
    summary: "Saves a step of the application; with `documents` announces a file",
    params: z.strictObject({ token, place: z.enum(kybSteps) }),
  }),
  showApplicationPart: operation({
    ...page,
    id: "showApplicationPart",
    path: "/k/{token}/{place}/{part}",
    summary: "One person, one file to be sent, or what came of it",
    params: z.union([
      person,
      z.strictObject({ token, place: z.literal("documents"), part: z.union([z.literal("done"), fileId]) }),
      z.strictObject({ token, place: z.literal("uploaded"), part: z.enum([...locales, "any"]) }),
    ]),
  }),
  saveApplicationPart: operation({
    ...form,
    id: "saveApplicationPart",
    path: "/k/{token}/{place}/{part}",
    summary: "Saves one person",
    params: person,
  }),
  showApplicationRemoval: operation({
    ...page,
    id: "showApplicationRemoval",
    path: "/k/{token}/{place}/{part}/remove",
    summary: "Whether a person or a file is really to be removed",
    params: removable,
  }),
  removeApplicationPart: operation({
    ...form,
    id: "removeApplicationPart",
    path: "/k/{token}/{place}/{part}/remove",
    summary: "Removes a person or a file",
    params: removable,
  }),
};
