"""Which refusals of requests that fit the document are no findings: each is about state, or a rule that no JSON Schema says."""

import json
import re
import unicodedata
import uuid
import zlib

import jsonschema_rs
import schemathesis
from schemathesis.checks import CHECKS
from schemathesis.core.failures import FailureGroup
from schemathesis.core.parameters import ParameterLocation
from schemathesis.engine.run.stateful import _executor as executor
from schemathesis.generation.meta import TestPhase
from schemathesis.specs.openapi import stateful

# Codes of their own, which tell of nothing but these.
CODES = {
    "invalid_cursor": "state: a cursor is of one list, and only the service can say of which",
    "chain_mismatch": "an address and a chain that each are right need not belong together",
    "unknown_api_version": "a version that is not served",
    "deadline_passed": "state: the clock",
    "amount_mismatch": "state: the amount is the escrow's own",
    "milestone_sum_mismatch": "a sum",
    "refund_address_required": "state: what an escrow holds",
}

# A code that tells of more: its whole message, and why no document can say it.
MESSAGES = {
    "invalid_value": (r"the value is no (wallet|transaction's reference): it has the form of .*", "a type and a value that each are right need not belong together"),
    "invalid_json": (r'"__proto__" cannot be a name', "a name that JavaScript keeps for itself, at every depth of every body"),
}


# What shows nothing although its class does not tell.
BLANK = "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufffb\ufffd\U000e0000-\U000e0fff\U0001d173-\U0001d17a]"


def is_unseen(text):
    """Has a character of Unicode's classes C, Zl or Zp, or another that shows nothing: a pattern would have to list them one by one, and anew with each version of Unicode."""
    classes = {unicodedata.category(each) for each in text}
    return any(each[0] == "C" or each in ("Zl", "Zp") for each in classes) or re.search(BLANK, text) is not None


def is_joined_or_above(text):
    """Has a joiner, or something of the planes above the first: what a pattern would need whole characters and their neighbours for."""
    return isinstance(text, str) and any(each in "\u200c\u200d" or ord(each) > 0xFFFF for each in text)


def is_mixed(text):
    """Has letters of two alphabets: no pattern knows a letter's."""
    letters = [unicodedata.name(each, "").split(" ")[0] for each in unicodedata.normalize("NFKC", text)]
    return len({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"} & set(letters)) > 1


# A field's path and message, both as a whole, why no document can say it, and what must be true of the value. A reply
# is excused where every field that it names is. "state" is what only the service knows: its records, clock and settings.
FIELDS = [
    (r"tenantId", r"no such tenant", "state: a record that is not there"),
    (r"customerId", r"you have no customer with this id", "state: a record that is not there"),
    (r"ruleId", r"not in the list", "a comparison of two fields"),
    (r"logo[.]id", r"no such picture is kept", "state: a record that is not there"),
    (r"timeZone", r"an IANA time zone, .*", "which zones there are is a matter of the day's zone database"),
    (r"lineItems[.]\d+", r"unitCents times quantity is out of bounds", "a product"),
    (r"url|webhook", r"not a URL|https only|no user or password in the URL|port 443 or 8443 only|this port is not called|no fragment", "addresses are read as browsers read them"),
    (r"url|webhook", r"the host does not resolve|.*public.*", "state: what a name leads to"),
    (r"website", r"the address of a web site, with http or https", "addresses are read as browsers read them"),
    (r"domain", r"this stage does not answer under it; .*", "state: what the stage answers under"),
    (r"expiresAt", r"(not )?in the past|a moment that is to come", "state: the clock"),
    (r"date", r"not a day that has ended in UTC", "state: the clock"),
    (r"sourceRanges[.]\d+", r"an IPv4 or IPv6 range such as 203[.]0[.]113[.]0/24, or one address|not every address: .*|not an address within a range: .*|an IPv4 range in its own form", "a range begins with its own network, which is arithmetic of bits"),
    (r"networkDueBy|decidedAt", r"must (not )?lie in the future", "state: the clock"),
    (r"source[.]type", r"the \w+ rail takes .*", "state: which rail a stage has"),
    (r"payoutStable", r"the \w+ rail does not pay \w+ on .*", "state: which rail a stage has"),
    (r"escrowId", r"nothing was ever paid into this escrow", "state: what came into an escrow"),
    (r"escrowId|paymentId", r"the alert is about .*", "state: what an alert is about"),
    (r"amountCents|recoveredCents", r"at most \d+|leaves nothing after fee and reserve", "state: what remains, and the fee rule in force"),
    (r"approverRef", r"at most \d+ approvers|its link was sent \d+ times", "state: what was done before"),
    (r"type|text|sizeBytes", r"(a case|the texts of a case|the files of a case) holds? at most .*", "state: what a case holds"),
    (r"createdBefore", r"not later than createdAfter", "a comparison of two fields"),
    (r"maxCents", r"less than minCents", "a comparison of two fields"),
    (r"raw|rules", r"at most \d+ (KB of JSON|levels|conditions in all)", "a measure of the whole"),
    (r"from", r"later than to|more than \d+ days before to", "a comparison of two fields"),
    (r"event", r"not another one than type", "a comparison of two fields"),
    (r"approvers", r"fewer than the \d+ that must approve", "a comparison of two fields"),
    (r"lineItems", r"the total must be at least 1 cent|the (subtotal|total) is out of bounds", "a sum"),
    (r"discountCents", r"the discount is more than the subtotal", "a sum"),
    (r"lineItems[.]\d+[.]taxCents", r"the tax of a credit is a credit", "a comparison of two fields"),
    (r"milestones", r"they add up to .*", "a sum"),
    (r"logo[.]data", r"is neither PNG nor JPEG", "what a picture's bytes are"),
    (r"colours[.]\w+", r"has a contrast of .*", "a comparison of colours"),
    (r"rules", r"each id once", "items that differ in one property: JSON Schema compares whole items alone"),
    (r"milestones", r"seq is used twice", "items that differ in one property: JSON Schema compares whole items alone"),
    (r"approvers", r"two names read the same|two have the same e-mail address", "items that differ in one property: JSON Schema compares whole items alone"),
    (r"approverRef|approvers[.]\d+[.]approverRef", r"printable characters alone", "Unicode's classes", is_unseen),
    (r"approverRef|approvers[.]\d+[.]approverRef", r"letters of one alphabet alone: .*", "Unicode's classes", is_mixed),
    (r"reference", r"1 to 64 printable characters, .*", "Unicode's classes", is_unseen),
    (r".*", r"(its name )?no characters that cannot be seen .*", "joiners by their neighbours; characters that a pattern names by halves alone", is_joined_or_above),
    (r"companyName|contactName|useCase|website", r"no control characters", "Unicode's classes", is_unseen),
]

# Who signs may send anything; who has the token instead, as here, sends the report that is the last form of the body.
SIGNED = {"POST /api/v1/webhooks/bridge"}


def value_at(value, path):
    for step in path.split("."):
        if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict):
            value = value.get(step)
        else:
            return None
    return value


def is_known(entry, field, sent):
    paths, messages, _, *proofs = entry
    if re.fullmatch(paths, field["path"]) is None or re.fullmatch(messages, field["message"], re.S) is None:
        return False
    value = value_at(sent, field["path"])
    return all(isinstance(value, str) and proof(value) for proof in proofs)


def is_excused(field, sent):
    # That a field is missing is what a document can say best; across fields it is "invalid".
    return field["code"] != "required" and any(is_known(each, field, sent) for each in FIELDS)


validators = {}


def body_form(operation):
    """The last form of an operation's body, as its document has it."""
    if operation.label not in validators:
        raw = operation.schema.raw_schema
        form = operation.definition.raw["requestBody"]["content"]["application/json"]["schema"]
        form = form["anyOf"][-1] if operation.label in SIGNED else form
        validators[operation.label] = jsonschema_rs.Draft202012Validator({"components": raw["components"], "allOf": [form]})
    return validators[operation.label]


def is_unfit(case):
    """Has a body that the document does not allow: schemathesis puts values of earlier replies into bodies, null among them, and does not look again."""
    return isinstance(case.body, (dict, list, str, int, float, bool)) and not body_form(case.operation).is_valid(case.body)


def is_excusable(reply, case):
    fields = reply.get("fields", [])
    if reply.get("code") in CODES or is_unfit(case):
        return True
    message, _ = MESSAGES.get(reply.get("code"), (r"(?!)", ""))
    if re.fullmatch(message, reply.get("error", ""), re.S):
        return True
    sent = case.body if isinstance(case.body, (dict, list)) else case.query
    return len(fields) > 0 and all(is_excused(each, sent) for each in fields)


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


rejects = CHECKS.get_one("negative_data_rejection")


def negative_data_rejection(ctx, response, case):
    """What is wrong must be refused as it arrives: HTTP leaves out spaces and tabs around a header's value, which may make it short enough (RFC 9110, 5.5)."""
    sent = case.headers.get("Idempotency-Key") or ""
    if isinstance(sent, str) and len(sent) > 255 >= len(sent.strip(" \t")) > 0:
        return None
    return rejects(ctx, response, case)


CHECKS.unregister("negative_data_rejection")
CHECKS.register(negative_data_rejection)


# What need not be there yet when a link leads to it.
NOT_YET = {
    "GET /admin/tenants/{id}/brand": "a tenant has a brand of its own once it was given one",
    "DELETE /admin/tenants/{id}/brand": "a tenant has a brand of its own once it was given one",
    "GET /api/v1/disputes/cases/{id}/evidence/{evidenceId}/url": "a file has an address once it was uploaded",
}

# What a 404 tells of where the body names another record than the path.
OF_BODY = {"paymentId": "no such payment"}

available = CHECKS.get_one("ensure_resource_availability")


def is_of_body(case, response):
    """Whether what is not there is a record that the body names: an id made up there leads nowhere."""
    named = case.body if isinstance(case.body, dict) else {}
    return response.status_code == 404 and any(field in named and words.encode() in response.content for field, words in OF_BODY.items())


class Instead:
    """Something of which an attribute is another."""

    def __init__(self, of, **others):
        self.of = of
        self.__dict__.update(others)

    def __getattr__(self, name):
        return getattr(self.of, name)


def ensure_resource_availability(ctx, response, case):
    """A record that was made is there, whatever headers and filters come with its id; the check itself stands down where there are any."""
    if case.operation.label in NOT_YET or is_of_body(case, response):
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
