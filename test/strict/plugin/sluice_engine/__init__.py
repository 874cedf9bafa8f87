"""The strict AWS engine: LocalStack on loopback, without Docker, a token or a network."""
