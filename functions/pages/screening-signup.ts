import { serve } from "../http/route.ts";
import { askingBy, askingFrame } from "./asking.ts";
import { requestAccountOperations, screeningSignupOperations } from "./screening-signup.contract.ts";
import { accountForm } from "./screening-signup-page.ts";

const { take, show, send, thanks } = askingBy(accountForm);

export const handler = serve(
  { ...requestAccountOperations, ...screeningSignupOperations },
  { requestAccount: take, showAccountForm: show, sendAccountForm: send, showAccountThanks: thanks },
  askingFrame,
);
