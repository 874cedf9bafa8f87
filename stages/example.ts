import type { StageFile } from "../lib/stage/file.ts";

const acm = "arn:aws:acm:us-east-1:111122223333:certificate";

/** A whole production of documentation values, to read and to synthesize. */
export const stage = {
  kind: "prod",
  account: "111122223333",
  region: "us-east-1",
  alarmTopicArn: "arn:aws:sns:us-east-1:111122223333:on-call",
  domain: {
    api: "api.example.com",
    onboard: "onboard.example.com",
    certificateArn: `${acm}/0c6b1d2e-1111-4a2b-8c3d-4e5f60718293`,
  },
  exposure: ["chainalysis_sanctions", "elliptic"],
  rail: "bridge",
  conversion: "bridge",
  kyt: "sluice",
  mailFrom: "no-reply@mail.example.com",
  mailConfigurationSet: "letters",
  kytDomain: { host: "screening.example.com", certificateArn: `${acm}/0c6b1d2e-2222-4a2b-8c3d-4e5f60718293` },
  bridgeMode: "two_leg",
  operatorWallets: {
    base: "0x52908400098527886E0F7030069857D2E4169EE7",
    ethereum: "0x52908400098527886E0F7030069857D2E4169EE7",
    solana: "9kV3ZMehKVyxfHKCcaDLye3P9HHw2MP4jtQa2gKBUmCs",
    tron: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  },
  feeFloats: { USDC: "500.00", USDT: "500.00" },
  hold: true,
  twoPersonControl: true,
  alertSources: ["ethoca"],
  adminAuth: "iam",
  brandDomains: [{ host: "pay.example.org", certificateArn: `${acm}/0c6b1d2e-3333-4a2b-8c3d-4e5f60718293` }],
  runbookUrl: "https://wiki.example.com/runbook",
  throttle: { rate: 500, burst: 1000 },
  reservedConcurrency: true,
  webAcl: { requestsPer5Minutes: 60_000 },
} satisfies StageFile;
