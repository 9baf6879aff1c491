"""What went wrong with the program."""


class KifuError(RuntimeError):
    """The program could not do its job; the message holds its last words.

    A record with errors is not an error: it gives rows that tell them.
    """

    def __init__(self, what: str, words: str = "") -> None:
        """Say what happened, and what the program wrote to standard error."""
        super().__init__(f"{what}: {words.strip()}" if words.strip() else what)
