"""Has Beancount check journals, a list of texts as JSON on standard input; prints what it refuses in each, what each account comes to in cents, what each wallet that transactions name comes to in millionths, and what each transaction says."""

import json
import sys

from beancount import loader
from beancount.core.data import Transaction


def checked(journal):
    entries, errors, _ = loader.load_string(journal)
    totals = {}
    wallets = {}
    transactions = []
    for entry in entries:
        if not isinstance(entry, Transaction):
            continue
        transactions.append({"narration": entry.narration, "postings": len(entry.postings)})
        for posting in entry.postings:
            if posting.units.currency not in ("USD", "UNKNOWN"):
                name = f"{posting.account} {posting.units.currency}"
                millionths = int(posting.units.number * 1000000)
                totals[name] = totals.get(name, 0) + millionths
                wallet = wallets.setdefault(entry.meta.get("wallet", "unnamed"), {})
                wallet[posting.account] = wallet.get(posting.account, 0) + millionths
                continue
            cents = posting.units.number * 100
            if posting.units.currency != "USD" or cents != int(cents):
                sys.exit(f"not in whole cents: {posting}")
            totals[posting.account] = totals.get(posting.account, 0) + int(cents)
    refusals = [error.message for error in errors]
    return {"refusals": refusals, "totals": totals, "wallets": wallets, "transactions": transactions}


json.dump([checked(journal) for journal in json.load(sys.stdin)], sys.stdout)
