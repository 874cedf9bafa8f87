import type { StageFile } from "../lib/stage/file.ts";

/** Production. Fill in every "" and []; `npx cdk synth -c stage=prod` names the next one. stages/example.ts is filled in. */
export const stage = {
  kind: "prod",
  account: "",
  region: "",
  alarmTopicArn: "",
  domain: { api: "", onboard: "", certificateArn: "" },
  exposure: [],
  rail: "",
  conversion: "",
  kyt: "",
  mailFrom: "",
  operatorWallets: { base: "", ethereum: "", solana: "", tron: "" },
} satisfies StageFile;
