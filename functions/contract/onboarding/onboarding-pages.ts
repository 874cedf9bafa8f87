import * as z from "zod";
import { locales } from "../../domain/core/mail.ts";
import { kybSteps } from "../../domain/onboarding/kyb.ts";
import { get, operationTable, post } from "../operation-table.ts";
import { pageQuery, publicPage } from "../shared/locale.ts";

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

const page = { ...publicPage, query, refusals: ["not_found", "link_expired"], lambda: "onboarding" } as const;

/** A form of the application: its fields are read by the step that it belongs to. */
const form = {
  body: z.record(z.string(), z.string()),
  refusals: [...page.refusals, "foreign_form", "illegal_kyb_transition", "version_conflict"],
} as const;

const person = z.strictObject({ token, place: z.literal("people"), part: z.union([z.literal("new"), personId]) });
const removable = z.union([
  z.strictObject({ token, place: z.literal("people"), part: personId }),
  z.strictObject({ token, place: z.literal("documents"), part: fileId }),
]);

/** The wizard by which a business applies; whoever has its link is the applicant. */
export const onboardingOperations = operationTable(page, {
  showReturned: get("/k/back", "Where the partner's own pages send an applicant back to; it knows no link"),
  openApplication: get("/k/{token}", "A business's application by its link: on to where it was left", {
    params: z.strictObject({ token }),
  }),
  showApplication: get("/k/{token}/{place}", "A step of the application, or how it stands", {
    params: z.strictObject({ token, place: z.enum([...kybSteps, "status"]) }),
  }),
  saveApplication: post("/k/{token}/{place}", "Saves a step of the application; with `documents` announces a file", {
    ...form,
    params: z.strictObject({ token, place: z.enum(kybSteps) }),
  }),
  showApplicationPart: get("/k/{token}/{place}/{part}", "One person, one file to be sent, or what came of it", {
    params: z.union([
      person,
      z.strictObject({ token, place: z.literal("documents"), part: z.union([z.literal("done"), fileId]) }),
      z.strictObject({ token, place: z.literal("uploaded"), part: z.enum([...locales, "any"]) }),
    ]),
  }),
  saveApplicationPart: post("/k/{token}/{place}/{part}", "Saves one person", { ...form, params: person }),
  showApplicationRemoval: get(
    "/k/{token}/{place}/{part}/remove",
    "Whether a person or a file is really to be removed",
    { params: removable },
  ),
  removeApplicationPart: post("/k/{token}/{place}/{part}/remove", "Removes a person or a file", {
    ...form,
    params: removable,
  }),
});
