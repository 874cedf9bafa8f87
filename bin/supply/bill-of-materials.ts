import { Contrib, Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import parse from "spdx-expression-parse";
import { type BundledPackage, idOf } from "./bundled-packages.ts";

const licenses = new Contrib.License.Factories.LicenseFactory(parse);

/** What is deployed, as CycloneDX 1.6 in JSON: every package with its archive's hash, its license and the Lambdas that have it. The same packages give the same bytes: it has neither a date nor a number of its own. */
export function billOfMaterials(
  product: { readonly name: string; readonly version: string },
  packages: readonly BundledPackage[],
): string {
  const bom = new Models.Bom();
  const whole = new Models.Component(Enums.ComponentType.Application, product.name, {
    ...{ version: product.version, bomRef: idOf(product) },
  });
  bom.metadata.component = whole;
  const components = new Map(packages.map((each) => [idOf(each), componentOf(each)]));
  const needed = new Set(packages.flatMap(({ needs }) => needs));
  for (const each of packages) {
    const component = components.get(idOf(each));
    if (!component) continue;
    bom.components.add(component);
    if (!needed.has(idOf(each))) whole.dependencies.add(component.bomRef);
    for (const id of each.needs) addRef(component, components.get(id));
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function addRef(component: Models.Component, needed: Models.Component | undefined): void {
  if (needed) component.dependencies.add(needed.bomRef);
}

function componentOf(each: BundledPackage): Models.Component {
  const [scope, name] = each.name.startsWith("@") ? each.name.split("/") : [undefined, each.name];
  const component = new Models.Component(Enums.ComponentType.Library, name ?? each.name, {
    ...{ version: each.version, bomRef: idOf(each), purl: purlOf(each) },
    ...(scope !== undefined && { group: scope }),
  });
  if (each.license !== "") component.licenses.add(licenses.makeFromString(each.license));
  if (each.sha512 !== undefined)
    component.hashes.set(Enums.HashAlgorithm["SHA-512"], Buffer.from(each.sha512, "base64").toString("hex"));
  for (const lambda of each.lambdas) component.properties.add(new Models.Property("sluice:lambda", lambda));
  return component;
}

/** `pkg:npm/%40aws-sdk/client-kms@3.1162.0` (package-url, type npm). */
function purlOf({ name, version }: BundledPackage): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}
