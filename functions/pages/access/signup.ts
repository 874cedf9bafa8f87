import { requestAccessOperations, signupPageOperations } from "../../contract/access/signup-pages.ts";
import { serve } from "../../http/route.ts";
import { askingBy, askingFrame } from "./access-request-handler.ts";
import { signupForm } from "./signup-page.ts";

const { take, show, send, thanks } = askingBy(() => signupForm);

export const handler = serve({ ...requestAccessOperations, ...signupPageOperations }, askingFrame, {
  requestAccess: take,
  showSignup: show,
  sendSignup: send,
  showSignupThanks: thanks,
});
