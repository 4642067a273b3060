// SPDX-License-Identifier: Apache-2.0
import CTesseraPostgres

/// PostgreSQL's client library, libpq, which the first ``PostgresAddress`` loads.
///
/// A program that uses no database starts without it. Only an address leads to a connection, so that none of libpq's
/// functions is called before.
enum PostgresLibrary {
    /// Loads the library, once for the process; this takes milliseconds the first time.
    ///
    /// - Returns: Its version, such as 150018 for 15.18.
    /// - Throws: ``PostgresError`` (`missingLibrary`).
    @discardableResult
    static func load() throws(PostgresError) -> Int {
        if let reason = cpq_load() { throw missing(String(cString: reason)) }
        return Int(cpq_libVersion())
    }

    /// The error for a library that cannot be loaded.
    static func missing(_ reason: String) -> PostgresError {
        PostgresError(
            .missingLibrary,
            "\(reason); install PostgreSQL's client library (libpq5 on Debian and Ubuntu, libpq elsewhere)")
    }
}

extension PostgresError {
    /// The next step for a person whose system has no libpq.
    package static let installationHint =
        "run `apt-get install libpq5` on Debian and Ubuntu, `dnf install libpq` on Fedora, "
        + "or `brew install libpq` on macOS"
}
