import type { Unsent } from "./commands.ts";

/** Why a queue's messages may be seen again before six time-outs are over, by the beginning of its address. */
export const earlyMessageReasons: Readonly<Record<string, string>> = {
  ExportsOrders: "An operator waits for the export: a worker that died is followed a minute after its time was up.",
  MailLetters: "Three tries are over before the sweeper sends a letter again, after 15 minutes.",
};

/** Why a bucket that is kept has one version of each object, by the beginning of its address. */
export const unversionedReasons: Readonly<Record<string, string>> = {};

/** Why a Lambda has commands in its bundle that it never sends. */
export const unsentCommands: readonly Unsent[] = [
  {
    commands: ["PutItemCommand", "TransactWriteItemsCommand", "UpdateItemCommand"],
    lambdas: ["public", "front", "brand-logo", "screening-public", "workflows"],
    why: "The store reads and writes in one class; these serve reads alone.",
  },
  {
    commands: ["StartExecutionCommand"],
    lambdas: ["settlement-collect", "settlement-await-screen", "settlement-disburse", "escrow-payout-proof"],
    why: "The workflows are started and answered in one class; steps answer, and the outbox starts.",
  },
  {
    commands: ["DecryptCommand"],
    lambdas: ["signup", "screening-signup", "invoice-page"],
    why: "Personal data is sealed and opened in one class; whoever asks for access or pays is shown nothing of it again.",
  },
  {
    commands: ["EncryptCommand"],
    lambdas: [
      ...["mail", "audit", "console", "console-disputes", "cases", "case-evidence", "packet", "sweep-claims"],
      ...["screen-desk", "screening-console"],
    ],
    why: "Personal data is sealed and opened in one class; these show what others sealed.",
  },
  {
    commands: [
      ...["PutObjectCommand", "CreateMultipartUploadCommand", "UploadPartCommand"],
      ...["CompleteMultipartUploadCommand", "AbortMultipartUploadCommand"],
    ],
    lambdas: ["recon", "console-recon"],
    why: "Exports are written and linked to in one class; these link to what the worker writes.",
  },
  {
    commands: ["PutObjectCommand"],
    lambdas: ["console-people"],
    why: "Applicants' files are taken and shown in one class; the console shows them.",
  },
  {
    commands: ["GetObjectCommand"],
    lambdas: ["daily", "export", "sandbox"],
    why: "Exports are written and linked to in one class; these write.",
  },
];
