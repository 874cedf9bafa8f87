import { type PublicDoorSettings, publicDoor } from "../../http/public-door.ts";
import type { Frame } from "../../http/route.ts";
import { settings } from "../core/env.ts";
import { publicFrame } from "./public.ts";

/** The door frame of pages for people and of their forms; `refused` makes pages of refusals. */
export function peopleFrame(door: Omit<PublicDoorSettings, "host">): Frame {
  const pagesUrl = settings.ONBOARD_URL;
  const host = URL.parse(pagesUrl)?.host ?? "";
  return {
    ...publicFrame,
    pagesUrl,
    browser: publicDoor({ ...door, host }),
    behindForwarder: settings.LOCAL,
  };
}
