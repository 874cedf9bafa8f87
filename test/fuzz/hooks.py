"""Which refusals of requests that fit the document are no findings: those for state, and for rules that no JSON Schema says."""

import json
import re

from schemathesis.checks import CHECKS

# By code, or by field and message. Whatever else is refused must be refused by the document too.
STATE = [
    ("code", r"^invalid_cursor$", "a cursor is of one list, and only the service can say of which"),
    ("code", r"^chain_mismatch$", "an address and a chain that each are right need not belong together"),
    ("code", r"^unknown_flag$", "a flag that is not there has a code of its own"),
    ("code", r"^unsupported_type$", "a type that is not screened has a code of its own"),
    ("code", r"^unknown_api_version$", "a version that is not served has a code of its own"),
    ("code", r"^amount_mismatch$", "the amount is the escrow's own"),
    ("field", r"^tenantId: no such tenant$", "a record that is not there"),
    ("field", r"^\w*[uU]rl: |^webhook: |^domain: ", "an address is read as browsers read it, and must be reachable"),
    ("field", r"^customerId: you have no customer", "a record that is not there"),
    ("field", r"^railRef: required$", "the vendor's own body takes the vendor's signature"),
    ("field", r"^resolution: must be one of", "what an alert may come to is a matter of its network"),
    ("field", r"^scopes: \* stands alone$", "a rule among items"),
]
ACROSS = [
    ("field", r"^createdBefore: not later than createdAfter$", "a comparison of two fields"),
    ("field", r"^(from|to): ", "a comparison of two fields"),
    ("field", r"^escrowId: not beside a payment$", "one of two fields"),
    ("field", r"^(filename|contentType|text): ", "a text or a file, not both and not neither"),
    ("field", r"^destWallet: a wallet and its chain come together$", "two fields together"),
    ("field", r"^lineItems: the total must be at least 1 cent$", "a sum"),
    ("field", r"^rules[.]", "a condition's value is of its field's kind"),
    ("field", r"^approverRef: (printable characters|letters of one alphabet)", "no client reads Unicode's classes in a pattern"),
    ("field", r"^(reference|companyName|contactName|useCase|name): ", "no client reads Unicode's classes in a pattern"),
]


def excuse(reply):
    """Why a refusal is no finding, or None."""
    told = [("code", reply.get("code", ""))]
    told += [("field", f"{each['path']}: {each['message']}") for each in reply.get("fields", [])]
    for kind, pattern, why in STATE + ACROSS:
        if any(kind == each and re.search(pattern, text) for each, text in told):
            return why
    return None


def remembered(case, reply):
    """Values of earlier replies are tried as they are, null among them."""
    body = case.body if isinstance(case.body, dict) else {}
    return any(body.get(each["path"], 0) is None and each["code"] == "wrong_type" for each in reply.get("fields", []))


accepts = CHECKS.get_one("positive_data_acceptance")


def positive_data_acceptance(ctx, response, case):
    if response.status_code == 400:
        try:
            reply = json.loads(response.content)
        except ValueError:
            return accepts(ctx, response, case)
        if excuse(reply) or remembered(case, reply):
            return None
    return accepts(ctx, response, case)


CHECKS.unregister("positive_data_acceptance")
CHECKS.register(positive_data_acceptance)
