import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt, installDebianPackage, installed, MissingPart, must, SetupError } from "./step.mjs";

/** The newest that runs on Java 17. */
const version = "2.6.1";
const folder = join(installed, "dynamodb-local");
const stamp = join(folder, ".stamp");

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sluice</groupId><artifactId>engines</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>com.amazonaws</groupId><artifactId>DynamoDBLocal</artifactId><version>${version}</version></dependency>
  </dependencies>
</project>
`;

/** Whether the jars are there; tests then find them by SLUICE_DYNAMODB_LOCAL_DIR. */
export function dynamodbLocalFolder() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === version ? folder : undefined;
}

/** What runs DynamoDB Local; the strict engine cannot do without. */
export const java = {
  title: "Java 17",
  done: () => javaVersion() >= 17,
  make: () => {
    throw new MissingPart(
      "The strict engine needs Java 17 or newer and Maven, and there is none: install openjdk-17-jre-headless and maven, or put java into PATH.",
    );
  },
};

/** DynamoDB Local, the second opinion on the book: by its Maven coordinates, native libraries included. */
export const dynamodbLocal = {
  title: "DynamoDB Local",
  done: () => dynamodbLocalFolder() !== undefined,
  make: () => {
    if (!attempt("mvn", ["--version"]).ok && !installDebianPackage("maven")) {
      throw new MissingPart("There is no Maven to fetch DynamoDB Local with: install maven.");
    }
    if (javaVersion() < 17) throw new SetupError("it needs Java 17 or newer");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const pomFile = join(folder, "pom.xml");
    writeFileSync(pomFile, pom);
    const goal = ["-B", "-q", "-f", pomFile, "dependency:copy-dependencies", `-DoutputDirectory=${folder}`];
    must("Maven could not fetch it", /ERROR/, "mvn", goal);
    writeFileSync(stamp, version);
  },
};

function javaVersion() {
  return Number(/version "(\d+)/.exec(attempt("java", ["-version"]).output)?.[1] ?? 0);
}
