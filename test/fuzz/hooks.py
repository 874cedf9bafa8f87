"""Which refusals of requests that fit the document are no findings: each is about state, or a rule that no JSON Schema says."""

import json
import re

from schemathesis.checks import CHECKS

# Codes of their own, which tell of nothing but these.
CODES = {
    "invalid_cursor": "a cursor is of one list, and only the service can say of which",
    "chain_mismatch": "an address and a chain that each are right need not belong together",
    "unknown_api_version": "a version that is not served",
    "amount_mismatch": "the amount is the escrow's own",
}

# Codes and whole messages.
MESSAGES = {
    "invalid_value": r"the value is no (wallet|transaction's reference): it has the form of .*",
}

# A field's path and message, both as a whole. A reply is excused where every field that it names is.
FIELDS = [
    (r"tenantId", r"no such tenant", "a record that is not there"),
    (r"customerId", r"you have no customer with this id", "a record that is not there"),
    (r"ruleId", r"there is no rule .* in the list", "a record that is not there"),
    (r"logo[.]id", r"no such picture is kept", "a record that is not there"),
    (r"timeZone", r"an IANA time zone, .*", "which zones there are is a matter of the day's zone database"),
    (r"amountCents", r"required", "required without an alert, a payment and an escrow"),
    (r"lineItems[.]\d+", r"unitCents times quantity is out of bounds", "a product"),
    (r"url|webhook", r"not a URL|https only|no user or password in the URL|port 0 cannot be called|no fragment", "addresses are read as browsers read them"),
    (r"url|webhook", r"the host does not resolve|.*public.*", "what a name leads to"),
    (r"domain", r"this stage does not answer under it; .*", "what the stage answers under"),
    (r"resolution", r"must be one of .*", "what an alert may come to is a matter of its network"),
    (r"scopes", r"\* stands alone", "a rule among items"),
    (r"createdBefore", r"not later than createdAfter", "a comparison of two fields"),
    (r"from", r"later than to|more than \d+ days before to", "a comparison of two fields"),
    (r"escrowId", r"not beside a payment", "one of two fields"),
    (r"filename|contentType|sizeBytes|sha256", r"not beside a text|required where there is no text", "a text or a file"),
    (r"destWallet|destChain", r"a wallet and its chain come together", "two fields together"),
    (r"lineItems", r"the total must be at least 1 cent|the subtotal is out of bounds", "a sum"),
    (r"payoutAddress", r"required for the stablecoin rail", "two fields together"),
    (r"logo[.]data", r"is neither PNG nor JPEG", "what a picture's bytes are"),
    (r"colours[.]\w+", r"has a contrast of .*", "a comparison of colours"),
    (r"rules[.]\d+[.]when[.]\d+[.](operator|value)", r".*", "what a condition compares with is a matter of its fact"),
    (r"rules", r"each id once", "a rule among items"),
    (r"approverRef|approvers[.]\d+[.]approverRef", r"printable characters alone|letters of one alphabet alone: .*", "no client reads Unicode's classes in a pattern"),
    (r"reference", r"1 to 64 printable characters, .*", "no client reads Unicode's classes in a pattern"),
    (r"companyName|contactName|useCase", r"no control characters", "no client reads Unicode's classes in a pattern"),
]

# The vendor's own body takes the vendor's signature, which a bearer is not.
SIGNED = {"POST /api/v1/webhooks/bridge"}


def is_excused(field, body):
    path, message = field["path"], field["message"]
    # That a field is missing is what a document can say best; across fields it is "invalid".
    if field["code"] != "required" and any(re.fullmatch(paths, path) and re.fullmatch(messages, message, re.S) for paths, messages, _ in FIELDS):
        return True
    # Values of earlier replies are tried as they are, null among them.
    return field["code"] == "wrong_type" and isinstance(body, dict) and body.get(path, "") is None


def is_excusable(reply, case):
    fields = reply.get("fields", [])
    if reply.get("code") in CODES or case.operation.label in SIGNED:
        return True
    if re.fullmatch(MESSAGES.get(reply.get("code"), r"(?!)"), reply.get("error", ""), re.S):
        return True
    return len(fields) > 0 and all(is_excused(each, case.body) for each in fields)


accepts = CHECKS.get_one("positive_data_acceptance")


def positive_data_acceptance(ctx, response, case):
    if response.status_code == 400:
        try:
            reply = json.loads(response.content)
        except ValueError:
            return accepts(ctx, response, case)
        if is_excusable(reply, case):
            return None
    return accepts(ctx, response, case)


CHECKS.unregister("positive_data_acceptance")
CHECKS.register(positive_data_acceptance)
