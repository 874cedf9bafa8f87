import type { Html } from "../../kit/page.ts";
import { tabs } from "./components.ts";
import type { View } from "./view.ts";

/** The pages about people. */
export function peopleNav(view: View): Html {
  return tabs(view, "People", [
    ["people/applications", "Applications"],
    ["people/requests", "Access requests"],
    ["people/brands", "Brands"],
    ["people/letters", "Letters"],
    ["privacy", "Privacy"],
  ]);
}
