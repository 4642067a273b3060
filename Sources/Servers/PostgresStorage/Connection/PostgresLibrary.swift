// SPDX-License-Identifier: Apache-2.0
import CTesseraPostgres

/// libpq, which the first ``PostgresAddress`` loads: programs without a database start without it.
enum PostgresLibrary {
    private static let loaded = Result { () throws(PostgresError) in try load(nil) }

    /// Loads the library once per process, in milliseconds, and returns its version, such as 150018 for 15.18.
    @discardableResult
    static func load() throws(PostgresError) -> Int { try loaded.get() }

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
    package static let installationHint =
        "run `apt-get install libpq5` on Debian and Ubuntu, `dnf install libpq` on Fedora, "
        + "or `brew install libpq` on macOS"
}
