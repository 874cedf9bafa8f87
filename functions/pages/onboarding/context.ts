import { applicationBehind } from "../../app/onboarding/apply.ts";
import { applicantBrand } from "../../app/tenants/brands.ts";
import { getTenant } from "../../app/tenants/tenants.ts";
import { localeOf } from "../../contract/shared/locale.ts";
import type { Kyb } from "../../domain/onboarding/kyb.ts";
import type { Brand } from "../../domain/tenants/brand.ts";
import { formTokenOf } from "../../http/form-origin.ts";
import type { Answer } from "../../http/operation-types.ts";
import { wizardContext } from "../../wiring/onboarding/wizard.ts";
import type { LinkCall } from "../kit/front-page.ts";
import { formPurpose, type Notice, placeOf, type RefusedForm, type Wizard } from "./view.ts";

export type WizardCall = LinkCall & Parameters<typeof wizardContext>[0];

type Context = ReturnType<typeof wizardContext>;

async function brandFor(context: Context, { tenantId }: Kyb): Promise<Brand> {
  const tenant = tenantId === null ? null : (await getTenant(context, tenantId)).state;
  return applicantBrand(context, tenant);
}

/** An application as its page shows it, in the state that was just read or written. */
export async function wizardOf(
  context: Context,
  { root, params, query, languages }: LinkCall,
  state: Kyb,
  more: { readonly notice?: Notice | undefined; readonly refused?: RefusedForm | undefined } = {},
): Promise<Wizard> {
  const { token } = params;
  const { lang } = query;
  const locale = localeOf(lang, languages, state.locale);
  const formToken = formTokenOf(token, formPurpose);
  const brand = await brandFor(context, state);
  return { root, token, formToken, lang, locale, brand, state, ...more };
}

/** The application that a link opens. Refuses an unknown link and one that has ended. */
export async function openWizard(call: WizardCall): Promise<{ readonly context: Context; readonly wizard: Wizard }> {
  const context = wizardContext(call);
  const state = await applicationBehind(context, call.params.token);
  return { context, wizard: await wizardOf(context, call, state) };
}

/** Sends the browser to another page of the application; after a form too, so that loading again sends nothing twice. */
export function seeOther(
  { root, params, query }: LinkCall,
  path: string,
  more: Readonly<Record<string, string>> = {},
): Answer<string> {
  const location = placeOf({ root, token: params.token, lang: query.lang }, path, more);
  return { status: 303, body: "", headers: { location, "referrer-policy": "no-referrer" } };
}
