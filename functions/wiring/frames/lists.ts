import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { secretKeys } from "../../adapters/aws/secrets-keys.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { errorText } from "../../app/core/error-text.ts";
import type { CursorSettings } from "../../http/list-cursor.ts";
import type { Frame } from "../../http/route.ts";
import { requiredSetting } from "../core/env.ts";
import { log } from "../core/log.ts";

let read: ReturnType<typeof secretKeys> | undefined;

function keys(): ReturnType<typeof secretKeys> {
  const tell = (error: unknown) => log.error("the cursors' keys cannot be read", { error: errorText(error) });
  read ??= secretKeys(new SecretsManagerClient(awsSettings.secrets), requiredSetting("CURSOR_SECRET_ARN"), { tell });
  return read;
}

/** A handler frame for operations that answer in pages. */
export function withCursors(frame: Frame): Frame & CursorSettings {
  return { ...frame, cursorKeys: async (again) => keys()(again) };
}
