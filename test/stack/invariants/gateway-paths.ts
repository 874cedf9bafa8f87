import { ofType, type Product, target } from "./templates.ts";

/** One resource of an API, and where it hangs. */
export interface GatewayResource {
  readonly address: string;
  /** Its nested stack. */
  readonly place: string;
  readonly api: string;
  /** The path above it; empty for the API's root. */
  readonly parent: string;
  readonly part: string;
  readonly path: string;
}

/** Every resource of a product's APIs, across nested stacks. */
export function gatewayResources(product: Product): GatewayResource[] {
  const found = ofType(product, "AWS::ApiGateway::Resource");
  const byAddress = new Map(found.map((each) => [each.address, each]));
  const pathOf = (address: string | null): string => {
    const resource = byAddress.get(address ?? "");
    if (resource === undefined) return "";
    return `${pathOf(target(resource.properties.ParentId))}/${String(resource.properties.PathPart)}`;
  };
  return found.map(({ address, place, properties }) => ({
    ...{ address, place, api: apiOf(properties), part: String(properties.PathPart) },
    ...{ parent: pathOf(target(properties.ParentId)), path: pathOf(address) },
  }));
}

/** The API that a method, resource, response or deployment belongs to. */
export function apiOf(properties: Readonly<Record<string, unknown>>): string {
  return target(properties.RestApiId) ?? "no API";
}

/** Whether a path part matches more than one text. */
export function isVariable({ part }: Pick<GatewayResource, "part">): boolean {
  return part.startsWith("{");
}
