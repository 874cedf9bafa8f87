"""Which refusals of requests that fit the document are no findings: each is about state, or a rule that no JSON Schema says."""

import json
import re
import uuid
import zlib

import schemathesis
from schemathesis.checks import CHECKS
from schemathesis.core.failures import FailureGroup
from schemathesis.core.parameters import ParameterLocation
from schemathesis.engine.run.stateful import _executor as executor
from schemathesis.generation.meta import TestPhase
from schemathesis.specs.openapi import stateful

# Codes of their own, which tell of nothing but these.
CODES = {
    "invalid_cursor": "a cursor is of one list, and only the service can say of which",
    "chain_mismatch": "an address and a chain that each are right need not belong together",
    "unknown_api_version": "a version that is not served",
    "amount_mismatch": "the amount is the escrow's own",
    "milestone_sum_mismatch": "a sum",
}

# Codes that tell of more, and the sentence that is excused, as a whole.
SENTENCES = {
    "invalid_value": (r"the value is no transaction's reference: .*", "a type and a value that each are right need not belong together"),
}

# Codes and whole messages.
MESSAGES = {
    "invalid_value": r"the value is no (wallet|transaction's reference): it has the form of .*",
}

# A field's path and message, both as a whole. A reply is excused where every field that it names is.
FIELDS = [
    (r"tenantId", r"no such tenant", "a record that is not there"),
    (r"customerId", r"you have no customer with this id", "a record that is not there"),
    (r"ruleId", r"there is no rule .* in the list|not in the list", "a record that is not there"),
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
    (r"event", r"not another one than type", "a comparison of two fields"),
    (r"expiresAt", r"a moment that is to come", "a comparison with the clock"),
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
    sentence, _ = SENTENCES.get(reply.get("code"), (r"(?!)", ""))
    if re.fullmatch(sentence, reply.get("error", "")):
        return True
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


# What need not be there yet when a link leads to it.
NOT_YET = {
    "GET /admin/tenants/{id}/brand": "a tenant has a brand of its own once it was given one",
    "DELETE /admin/tenants/{id}/brand": "a tenant has a brand of its own once it was given one",
    "GET /api/v1/disputes/cases/{id}/evidence/{evidenceId}/url": "a file has an address once it was uploaded",
}

available = CHECKS.get_one("ensure_resource_availability")


class Instead:
    """Something of which an attribute is another."""

    def __init__(self, of, **others):
        self.of = of
        self.__dict__.update(others)

    def __getattr__(self, name):
        return getattr(self.of, name)


def ensure_resource_availability(ctx, response, case):
    """A record that was made is there, whatever headers and filters come with its id; the check itself stands down where there are any."""
    if case.operation.label in NOT_YET:
        return None
    of_path = [each for each in case.operation.iter_parameters() if each.location == ParameterLocation.PATH]
    return available(ctx, response, Instead(case, operation=Instead(case.operation, iter_parameters=lambda: of_path)))


CHECKS.unregister("ensure_resource_availability")
CHECKS.register(ensure_resource_availability)

# What is once of its kind: a second of the same name would be refused.
ONCE = {"number", "slug", "reference", "externalId", "partnerCustomerId"}

# What names something that has to be there: an example's own is not.
NAMED = {"paymentId", "url", "webhook"}


def example_of(case):
    content = case.operation.definition.raw.get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("example")


def as_shown(case):
    """The document's example for every second body, chosen by the body: what is made up anew each time would look flaky."""
    example = example_of(case)
    made = case.body
    if not isinstance(example, dict) or not isinstance(made, dict) or zlib.crc32(repr(made).encode()) % 2:
        return made
    return {name: made.get(name, example[name]) if name in NAMED else example[name] for name in example if name not in NAMED or name in made}


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """Lets a scenario make records whose links can be followed, however often it is played."""
    if case.meta is None or case.meta.phase.name != TestPhase.STATEFUL or not case.meta.generation.mode.is_positive:
        return
    body = as_shown(case)
    if isinstance(body, dict):
        case.body = {name: f"s{uuid.uuid4().hex[:12]}" if name in ONCE and isinstance(value, str) else value for name, value in body.items()}
    if "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = str(uuid.uuid4())


# A link that is followed by chance looks flaky to Hypothesis, which begins anew then; ids that lead nowhere are of the other phases.
stateful.BASE_EXPLORATION_RATE = 0


def is_likely_root_transition(operation, node, produced_anywhere):
    """A scenario begins with what needs no record."""
    return operation.method in ("get", "post") and not operation.path_parameters


stateful.is_likely_root_transition = is_likely_root_transition

classify = executor._classify_suite_error
played = 0


def classify_suite_error(exc, *, ctx, settings, **given):
    """Hypothesis ends where a scenario is answered otherwise than before; it begins anew until as many were played as were asked for."""
    global played
    played += ctx.completed_scenarios
    status, again, events = classify(exc, ctx=ctx, settings=settings, **given)
    return status, again and (isinstance(exc, FailureGroup) or played < settings.max_examples), events


executor._classify_suite_error = classify_suite_error
