import { DnsUrlGuard } from "../../adapters/http/url-guard.ts";
import { settings } from "./env.ts";

export const urls = new DnsUrlGuard(settings.LOCAL);
