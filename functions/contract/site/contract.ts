import { apiLambda, type Contract } from "../contract.ts";
import { assetOperations, pageScriptFiles } from "./assets-pages.ts";
import { frontOperations, overviewOperations } from "./front-pages.ts";

export const siteContract: Contract = {
  operations: overviewOperations,
  pages: { ...assetOperations, ...frontOperations },
  lambdas: {
    front: apiLambda("pages/site/front", ["book:read"]),
    assets: { ...apiLambda("pages/site/assets", []), assets: pageScriptFiles },
  },
};
