import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt, installDebianPackage, installed, must, SetupError } from "./step.mjs";

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

/** DynamoDB Local, the second opinion on the book: by its Maven coordinates, native libraries included. */
export const dynamodbLocal = {
  title: "DynamoDB Local",
  done: () => dynamodbLocalFolder() !== undefined,
  make: () => {
    if (!attempt("mvn", ["--version"]).ok && !installDebianPackage("maven")) {
      throw new SetupError("there is no Maven (mvn) to fetch it with");
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
