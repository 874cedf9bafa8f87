import type { Kyb } from "../../../functions/domain/onboarding/kyb.ts";
import { furnishTenant } from "../../support/world/core/furnishing.ts";
import type { PeopleWorld } from "../../support/world/onboarding/world.ts";
import { agree, askForAccess, bring, fillIn, invite, type Link, letIn, readThrough, waitForTasks } from "./acts.ts";

/** What is played, and what there is to be at its end. */
export interface PeopleScene {
  readonly enter: (world: PeopleWorld) => void;
  readonly ends: readonly Kyb["status"][];
  readonly tenants: number;
  readonly keys: number;
  /** Whether two tabs are open, so that one may be overtaken. */
  readonly tabs?: 2;
}

function furnished(world: PeopleWorld, id: string, name: string, tenantId: string | null = null): Link {
  return { id, token: world.furnish(id, name, tenantId) };
}

const approved: Pick<PeopleScene, "ends" | "tenants" | "keys"> = { ends: ["approved"], tenants: 1, keys: 0 };

/** The ways of people, each small enough to fail at every one of its steps. */
export const peopleScenes: Readonly<Record<string, PeopleScene>> = {
  "access is asked for and granted": {
    ...{ ends: ["invited"], tenants: 1, keys: 1 },
    enter: (world) => world.cast.enter("operator", [askForAccess(world), ...letIn(world, { id: "", token: "" })]),
  },
  "invited, and all is filled in": {
    ...approved,
    enter: (world) => {
      const link = { id: "", token: "" };
      world.cast.enter("all", [...invite(world, link, "Acme Widgets"), ...fillIn(world, link), agree(world, link)]);
    },
  },
  "sent in two tabs at once, and approved for a tenant of its own": {
    ...{ ...approved, tabs: 2 },
    enter: (world) => {
      const link = furnished(world, "kyb_1", "Acme Widgets");
      world.cast.enter("tab", [agree(world, link)]);
      world.cast.enter("other tab", [agree(world, link)], 3);
    },
  },
  "approved for the tenant it was for": {
    ...approved,
    enter: (world) => {
      const input = { name: "acme", wallet: "", partnerCustomerId: null };
      const { id } = furnishTenant(world.furnishing(), input);
      const link = furnished(world, "kyb_1", "Acme Widgets", id);
      world.cast.enter("applicant", [agree(world, link)]);
    },
  },
  "the partner asks for a document": {
    ...approved,
    enter: (world) => {
      const link = furnished(world, "kyb_1", "Acme Review");
      const brought = bring(world, link, "formation_document");
      const again = [waitForTasks(world, link), brought, readThrough(world, link), agree(world, link)];
      world.cast.enter("applicant", [agree(world, link), ...again]);
    },
  },
  "two of one name at once": {
    ...{ ends: ["approved", "approved"], tenants: 2, keys: 0 },
    enter: (world) => {
      for (const id of ["kyb_1", "kyb_2"]) world.cast.enter(id, [agree(world, furnished(world, id, "Acme Widgets"))]);
    },
  },
  "the partner takes its time": {
    ...approved,
    enter: (world) => world.cast.enter("applicant", [agree(world, furnished(world, "kyb_1", "Acme Slow"))]),
  },
  "the partner says no": {
    ...{ ends: ["rejected"], tenants: 0, keys: 0 },
    enter: (world) => world.cast.enter("applicant", [agree(world, furnished(world, "kyb_1", "Acme Denied"))]),
  },
};
