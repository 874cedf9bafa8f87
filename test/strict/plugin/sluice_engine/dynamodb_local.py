"""DynamoDB Local on loopback: `python -m sluice_engine.dynamodb_local FOLDER PORT`."""

import glob
import os
import sys
import time

import jpype

RUNNER = "com.amazonaws.services.dynamodbv2.local.main.ServerRunner"


def main(folder: str, port: str) -> None:
    """Serves until this process ends; its own command line has no setting for the address."""
    jpype.startJVM(
        "-Xmx512m",
        "-Djava.net.preferIPv4Stack=true",
        f"-Djava.library.path={folder}",
        classpath=sorted(glob.glob(os.path.join(folder, "*.jar"))),
        convertStrings=True,
    )
    arguments = ["-inMemory", "-disableTelemetry", "-port", port]
    proxy = jpype.JClass(RUNNER).createServerFromCommandLineArgs(arguments)
    field = proxy.getClass().getDeclaredField("server")
    field.setAccessible(True)
    for connector in field.get(proxy).getConnectors():
        connector.setHost("127.0.0.1")
    proxy.start()
    # It is in a session of its own, so that nobody but itself would end it.
    engine = os.getppid()
    while os.getppid() == engine:
        time.sleep(0.5)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
