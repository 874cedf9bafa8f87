/** What is counted for the dashboard and the alarms. A repeat of the work counts again. */
export type CountMetric =
  | "SettlementCompleted"
  | "SettlementDeclined"
  | "SettlementFailed"
  | "SettledCents"
  | "ScreeningUnavailable"
  | "ParkedSettlements"
  | "StalledSettlements"
  | "WebhookDelivered"
  | "WebhookFailed"
  | "WebhookExhausted"
  | "ReconUnbalanced"
  | "ReconBreaks"
  | "SignInLockout"
  | "AlertsTaken"
  | "AlertsStuck"
  | "AlertOutcomesRefused"
  | "LetterSent"
  | "LetterFailed"
  | "SweepDone"
  | "DailyDone"
  | "ScreensDone"
  | "ScreensBlocked"
  | "ListAgeHours"
  | "ListRefused"
  | "ListWatchHours"
  | "ProviderFailed"
  | "MonitorAlertSent"
  | "MonitorAlertFailed";

/** What is timed. */
export type TimeMetric = "TimeToSettle" | "DeliveryLag" | "OutboxLag";
