import {
  requestAccountOperations,
  screeningSignupOperations,
} from "../../contract/screening/screening-signup-pages.ts";
import { serve } from "../../http/route.ts";
import { askingBy, askingFrame } from "../access/access-request-handler.ts";
import { accountForm } from "./signup-page.ts";

const { take, show, send, thanks } = askingBy(accountForm);

export const handler = serve({ ...requestAccountOperations, ...screeningSignupOperations }, askingFrame, {
  requestAccount: take,
  showAccountForm: show,
  sendAccountForm: send,
  showAccountThanks: thanks,
});
