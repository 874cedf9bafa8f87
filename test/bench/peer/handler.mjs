import { createHash, randomUUID } from "node:crypto";
import { IdempotencyConfig, makeIdempotent } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";
import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { Tracer } from "@aws-lambda-powertools/tracer";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import express from "express";
import serverless from "serverless-http";

const logger = new Logger({ serviceName: "peer" });
const metrics = new Metrics({ namespace: "peer", serviceName: "peer" });
const tracer = new Tracer({ serviceName: "peer" });
const client = tracer.captureAWSv3Client(new DynamoDBClient({}));
const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
const persistenceStore = new DynamoDBPersistenceLayer({ tableName: "claims", awsSdkV3Client: client });
const config = new IdempotencyConfig({ eventKeyJmesPath: "key", payloadValidationJmesPath: "body" });

const app = express();
app.use(express.json());

app.use(async (request, response, next) => {
  const secret = request.headers.authorization?.replace("Bearer ", "") ?? "";
  const id = createHash("sha256").update(secret).digest("hex");
  const { Item } = await documents.send(new GetCommand({ TableName: "keys", Key: { id }, ConsistentRead: true }));
  if (!Item) {
    response.status(401).json({ error: "who are you?" });
    return;
  }
  request.tenantId = Item.tenantId;
  next();
});

async function write(records) {
  const TransactItems = records.map(([TableName, Item]) => ({
    Put: { TableName, Item, ConditionExpression: "attribute_not_exists(id)" },
  }));
  await documents.send(new TransactWriteCommand({ TransactItems }));
}

const createInvoice = makeIdempotent(
  async ({ tenantId, body }) => {
    if (typeof body.number !== "string" || !Array.isArray(body.lineItems) || body.lineItems.length === 0)
      return { status: 422, body: { error: "number and lineItems are needed" } };
    const now = new Date().toISOString();
    const totalCents = body.lineItems.reduce((sum, { unitCents, quantity = 1 }) => sum + unitCents * quantity, 0);
    const invoice = { id: randomUUID(), tenantId, ...body, totalCents, status: "draft", createdAt: now };
    await write([
      ["invoices", invoice],
      ["audit", { id: randomUUID(), of: invoice.id, to: "draft", at: now }],
    ]);
    return { status: 201, body: invoice };
  },
  { persistenceStore, config },
);

const payInvoice = makeIdempotent(
  async ({ tenantId, id, body }) => {
    const found = await documents.send(new GetCommand({ TableName: "invoices", Key: { id }, ConsistentRead: true }));
    const invoice = found.Item;
    if (invoice?.tenantId !== tenantId) return { status: 404, body: { error: "no such invoice" } };
    const now = new Date().toISOString();
    const amountCents = body.amountCents ?? invoice.totalCents;
    const settlement = { id: randomUUID(), tenantId, invoiceId: id, amountCents, status: "created", createdAt: now };
    await write([
      ["settlements", settlement],
      ["audit", { id: randomUUID(), of: settlement.id, to: "created", at: now }],
      ["outbox", { id: randomUUID(), event: "settlement.created", settlement }],
    ]);
    return { status: 201, body: settlement };
  },
  { persistenceStore, config },
);

function serve(operation) {
  return async (request, response) => {
    const { tenantId, body, params, headers } = request;
    const reply = await operation({ key: `${tenantId}#${headers["idempotency-key"]}`, tenantId, body, ...params });
    metrics.addMetric("requests", MetricUnit.Count, 1);
    metrics.publishStoredMetrics();
    logger.info("request", { path: request.path, status: reply.status });
    response.status(reply.status).json(reply.body);
  };
}

app.post("/api/v1/invoices", serve(createInvoice));
app.post("/api/v1/invoices/:id/pay", serve(payInvoice));

const served = serverless(app);

/** Invoices are made and paid, the usual way. */
export const handler = async (event, context) => {
  config.registerLambdaContext(context);
  logger.addContext(context);
  return served(event, context);
};
