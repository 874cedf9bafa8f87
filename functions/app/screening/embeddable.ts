import type { Screen } from "../../domain/screening/screen.ts";
import { viewScreen } from "../../domain/screening/screen-view.ts";
import { embeddable, type Joins } from "../core/embed-records.ts";
import { accountRecordType } from "./account-record.ts";
import type { MonitorDetails } from "./monitors.ts";
import { screenRecordType } from "./screen-record.ts";

const embeddableAccount = embeddable("acc", accountRecordType, (state) => state);
const embeddableScreen = embeddable("scr", screenRecordType, viewScreen);
const embeddableAccountScreen = embeddable("scr", screenRecordType, viewAccountScreen);

/** A screen as its account sees it, and whose it is. */
export function viewAccountScreen(screen: Screen) {
  return { ...viewScreen(screen), accountId: screen.accountId };
}

/** What an account embeds in a monitor. */
export const monitorJoins = {
  screen: { of: embeddableScreen, id: ({ monitor }: MonitorDetails) => monitor.screenId },
} satisfies Joins<MonitorDetails>;

/** What operators embed in a monitor. */
export const operatorMonitorJoins = {
  account: { of: embeddableAccount, id: ({ monitor }: MonitorDetails) => monitor.accountId },
  screen: { of: embeddableAccountScreen, id: ({ monitor }: MonitorDetails) => monitor.screenId },
} satisfies Joins<MonitorDetails>;

/** What operators embed in a screen. */
export const operatorScreenJoins = {
  account: { of: embeddableAccount, id: (screen: Screen) => screen.accountId },
} satisfies Joins<Screen>;
