"""Teaches the engine a Lambda runtime that is younger than it."""

from localstack.aws.api.lambda_ import Runtime
from localstack.services.lambda_ import runtimes

NAME = "nodejs24.x"


def add() -> None:
    """Makes `nodejs24.x` a runtime like the others."""
    if NAME in Runtime._value2member_map_:
        return
    member = str.__new__(Runtime, NAME)
    member._name_ = "nodejs24_x"
    member._value_ = NAME
    Runtime._member_names_.append(member._name_)
    Runtime._member_map_[member._name_] = member
    Runtime._value2member_map_[NAME] = member
    # The engine looks up an image by runtime, and never asks for it here.
    runtimes.IMAGE_MAPPING[member] = "nodejs:24"
    for known in (runtimes.SUPPORTED_RUNTIMES, runtimes.ALL_RUNTIMES):
        known.append(member)
    runtimes.VALID_RUNTIMES = runtimes.VALID_RUNTIMES.replace("[", f"[{NAME}, ", 1)
