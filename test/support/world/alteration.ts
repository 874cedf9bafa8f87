import type { Book } from "../../../functions/app/core/ports.ts";
import type { Screening } from "../../../functions/app/gate/ports.ts";
import type { Conversion, Rail } from "../../../functions/app/rails/ports.ts";
import type { Courier } from "../../../functions/app/webhooks/ports.ts";
import type { App } from "./app.ts";
import type { BridgeAlteration } from "./bridge-side.ts";
import type { Relax } from "./stepped-book.ts";
import type { TestVendors } from "./vendors.ts";

/** What a test puts in the place of something of ours in a world, to see whether it is caught. */
export interface Altered<W> {
  readonly book?: (book: Book, world: W) => Book;
  readonly relax?: Relax;
  readonly relaxDeliveries?: Relax;
  readonly deliveries?: (book: Book, world: W) => Book;
  readonly vendors?: (vendors: TestVendors, world: W) => Rail & Conversion & Screening;
  /** Where the rail is Bridge. */
  readonly bridge?: BridgeAlteration;
  readonly courier?: (courier: Courier, world: W) => Courier;
  readonly app?: (app: App) => Partial<App>;
}
