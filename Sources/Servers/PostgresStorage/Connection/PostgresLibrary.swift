// SPDX-License-Identifier: Apache-2.0
import CTesseraPostgres

/// PostgreSQL's client library, libpq, which the first ``PostgresAddress`` loads.
///
/// A program that uses no database starts without it. Only an address leads to a connection, so that none of libpq's
/// functions is called before.
enum PostgresLibrary {
    private static let loaded = Result { () throws(PostgresError) in try load(nil) }

    /// Loads the library, once for the process; this takes milliseconds the first time.
    ///
    /// - Returns: Its version, such as 150018 for 15.18.
    @discardableResult
    static func load() throws(PostgresError) -> Int { try loaded.get() }

    /// Loads the library, or another one in its place, for tests of the errors.
    static func load(_ name: String?) throws(PostgresError) -> Int {
        var reason = [CChar](repeating: 0, count: Int(TESSERA_FAILURE_SIZE))
        guard cpq_load(name, &reason) else {
            let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw PostgresError(
                .missingLibrary,
                "\(text); install PostgreSQL's client library (libpq5 on Debian and Ubuntu, libpq elsewhere)")
        }
        return Int(cpq_libVersion())
    }
}

extension PostgresError {
    /// The next step for a person whose system has no libpq.
    package static let installationHint =
        "run `apt-get install libpq5` on Debian and Ubuntu, `dnf install libpq` on Fedora, "
        + "or `brew install libpq` on macOS"
}
