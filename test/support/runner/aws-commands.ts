/** The AWS commands that our documents name, with their options, checked by hand against the service models of botocore 1.43.106. */
export const awsCommands: Readonly<Record<string, readonly string[]>> = {
  "events describe-rule": ["name"],
  "events enable-rule": ["name"],
  "events list-rule-names-by-target": ["target-arn"],
  "lambda get-account-settings": [],
  "lambda get-function": ["function-name"],
  "lambda list-event-source-mappings": ["function-name"],
  "lambda put-function-concurrency": ["function-name", "reserved-concurrent-executions"],
  "lambda update-event-source-mapping": ["uuid", "parallelization-factor", "scaling-config"],
  "lambda update-function-configuration": ["function-name", "logging-config", "memory-size", "timeout"],
  "service-quotas request-service-quota-increase": ["service-code", "quota-code", "desired-value"],
  "sesv2 get-account": [],
  "wafv2 get-ip-set": ["scope", "name", "id"],
  "wafv2 update-ip-set": ["scope", "name", "id", "lock-token", "addresses"],
};
