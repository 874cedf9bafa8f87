import { type Product, productOf, type Template } from "./templates.ts";

/** The resources of one template. */
export type Resources = Template["body"]["Resources"];

/** A product whose templates somebody has changed: `change` gets the resources of the template at `place`. */
export function broken(product: Product, place: string, change: (resources: Resources) => void): Product {
  const templates = structuredClone(product.templates);
  const template = templates.find((each) => each.place === place);
  if (template === undefined) throw new Error(`There is no template at "${place}".`);
  change(template.body.Resources);
  return productOf(product.name, product.settings, templates);
}

/** The properties of the first resource of a type, or of the first that fits. */
export function propertiesOf(
  resources: Resources,
  type: string,
  fits?: (logicalId: string) => boolean,
): Record<string, unknown> {
  return firstOf(resources, type, fits)[1].Properties;
}

/** The first resource of a type, or the first that fits; a template without one is a mistake of the test. */
export function firstOf(
  resources: Resources,
  type: string,
  fits: (logicalId: string) => boolean = () => true,
): [logicalId: string, resource: Resources[string]] {
  const found = Object.entries(resources).find(([id, { Type }]) => Type === type && fits(id));
  if (found === undefined) throw new Error(`There is no such ${type}.`);
  return found;
}
