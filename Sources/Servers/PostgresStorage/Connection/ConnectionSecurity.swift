// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The parameters that protect a connection whose address names none.
struct ConnectionSecurity {
    let parameters: [String: String]

    /// Chooses the parameters.
    ///
    /// - Parameters:
    ///   - given: The parameters of the address.
    ///   - environment: The environment, whose `PG…` variables an administrator set.
    ///   - clientVersion: The version of libpq, such as 150018.
    init(of given: [String: String], environment: [String: String], clientVersion: Int) {
        // libpq connects to the address, if one is named anywhere; a service file, which is not read here, may do so.
        let hosts = given["hostaddr"] ?? environment["PGHOSTADDR"] ?? given["host"] ?? environment["PGHOST"]
        let hasService = given["service"] != nil || environment["PGSERVICE"] != nil
        let isChosen = given["sslmode"] != nil || environment["PGSSLMODE"] != nil
        guard !isChosen, hasService || !(hosts.map(Self.isOnThisMachine) ?? true) else {
            parameters = [:]
            return
        }
        let hasAuthority = given["sslrootcert"] != nil || environment["PGSSLROOTCERT"] != nil
        let authority = hasAuthority ? nil : Self.systemAuthorities(clientVersion: clientVersion)
        parameters = ["sslmode": "verify-full"].merging(authority.map { ["sslrootcert": $0] } ?? [:]) { own, _ in own }
    }

    /// Whether all hosts of a list are Unix sockets or loopback addresses.
    private static func isOnThisMachine(_ hosts: String) -> Bool {
        hosts.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { host in
            host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
                || isLoopback(host)
        }
    }

    /// Whether text is an address of 127.0.0.0/8, not a name that begins alike.
    private static func isLoopback(_ host: Substring) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The certificate authorities that the system trusts; `nil` for libpq's own default.
    private static func systemAuthorities(clientVersion: Int) -> String? {
        // libpq 16 asks OpenSSL, which knows the place.
        if clientVersion >= 160_000 { return "system" }
        return [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
        ].first { FileManager.default.isReadableFile(atPath: $0) }
    }
}
