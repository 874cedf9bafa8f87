import { getBrand, putBrand, removeBrand } from "../../app/tenants/brand-changes.ts";
import { brandOperations } from "../../contract/tenants/brands.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { brandContext } from "../../wiring/tenants/brands.ts";

export const handler = serve(brandOperations, operatorFrame, {
  getTenantBrand: async (call) => ({ body: await getBrand(contextOf(call), { tenantId: call.params.id }) }),
  putTenantBrand: async (call) => ({
    body: await putBrand(brandContext(call), { tenantId: call.params.id }, call.body),
  }),
  removeTenantBrand: async (call) => ({ body: await removeBrand(contextOf(call), { tenantId: call.params.id }) }),
  getResellerBrand: async (call) => ({ body: await getBrand(contextOf(call), call.params) }),
  putResellerBrand: async (call) => ({ body: await putBrand(brandContext(call), call.params, call.body) }),
  removeResellerBrand: async (call) => ({ body: await removeBrand(contextOf(call), call.params) }),
});
