import { addSeconds } from "../../../functions/domain/core/time.ts";
import { noLog } from "../core/told.ts";
import type { World } from "./world.ts";

const dailySeconds = 360;

/** Has a world's daily work look at the reserves that are due. */
export function releaseReserves(world: World): void {
  const { scheduler, app, clock } = world;
  world.askedForReserves = true;
  scheduler.spawn(
    "daily",
    () => {
      const desk = { ...world.payDesk("system:daily"), log: noLog };
      return app.releaseDue(desk, addSeconds(clock.now(), dailySeconds));
    },
    () => undefined,
  );
}
