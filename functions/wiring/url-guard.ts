import { DnsUrlGuard } from "../adapters/url-guard.ts";
import { settings } from "./env.ts";

export const urls = new DnsUrlGuard(settings.LOCAL);
