# shellcheck shell=bash
# Which tests run one at a time. Shared by script/test, which runs them, and script/lint, which keeps the others away
# from sockets.

# The targets whose tests talk over sockets or run the built command. They have real deadlines, which hundreds of tests
# beside them on a slow machine would use up.
over_sockets=(
    HTTPServingTests HTTPTransportTests BrowserSignInTests PostgresStorageTests TaskServiceCommandTests TesseraCommandTests
)
