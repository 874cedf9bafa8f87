/** How long one call may take, in ms; a connection within a region stands in a second. */
function limits(requestTimeout: number) {
  // Without the third the client only warns, and waits on.
  return { connectionTimeout: 1000, requestTimeout, throwOnRequestTimeout: true } as const;
}

const quick = { requestHandler: limits(2000) } as const;

/** How our clients of AWS are set, by service. Between tries they wait at random, longer each time. */
export const awsSettings = {
  // Eight tries: a table that splits a partition throttles for some seconds. What is given up is a 503 (functions/domain/core/service-unavailable.ts).
  dynamodb: { maxAttempts: 8, ...quick },
  kms: quick,
  secrets: quick,
  // The one Lambda that we ask may have to start.
  lambda: { requestHandler: limits(8000) },
  sqs: quick,
  // Starting an execution may take seconds while Step Functions throttles.
  sfn: { requestHandler: limits(5000) },
  // A part of 8 MB goes up, or a list of 100 MB is copied within the bucket, before S3 answers.
  s3: { requestHandler: limits(60_000) },
  // One try: a retry of the client's own could send a letter twice behind our backs. A letter has 15 s (functions/app/mail/send-letter.ts).
  ses: { maxAttempts: 1, requestHandler: limits(14_000) },
} as const;

/** A client whose bucket is in the path, because a local endpoint has no name for each bucket. */
export const bucketInPath = { ...awsSettings.s3, forcePathStyle: true } as const;
