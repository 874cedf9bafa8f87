import { apiLambda, type Contract } from "../contract.ts";
import { docsFiles, docsOperations } from "./docs-pages.ts";

export const docsContract: Contract = {
  pages: docsOperations,
  lambdas: { docs: { ...apiLambda("pages/docs/handler", []), assets: docsFiles } },
};
