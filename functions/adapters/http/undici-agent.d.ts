// The part of undici that the courier uses: the whole would double what a sender's cold start loads.
declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici";
  export = Agent;
}
