// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The parameters that protect a connection whose address names none.
struct ConnectionSecurity {
    let parameters: [String: String]

    /// The client version is libpq's, such as 150018.
    init(of given: [String: String], environment: [String: String], clientVersion: Int) {
        let addresses = Self.list(given["hostaddr"] ?? environment["PGHOSTADDR"])
        let names = Self.list(given["host"] ?? environment["PGHOST"])
        // For each entry, libpq connects to the address, or to the name if the address is empty or missing.
        let isOnThisMachine = (0..<max(addresses.count, names.count)).allSatisfy { place in
            let address = addresses.dropFirst(place).first ?? ""
            return Self.isOnThisMachine(address.isEmpty ? names.dropFirst(place).first ?? "" : address)
        }
        // A service file, which this does not read, can name another host.
        let hasService = given["service"] != nil || environment["PGSERVICE"] != nil
        let isChosen = given["sslmode"] != nil || environment["PGSSLMODE"] != nil
        guard !isChosen, hasService || !isOnThisMachine else {
            parameters = [:]
            return
        }
        let hasAuthority = given["sslrootcert"] != nil || environment["PGSSLROOTCERT"] != nil
        let authority = hasAuthority ? nil : Self.systemAuthorities(clientVersion: clientVersion)
        parameters = ["sslmode": "verify-full"].merging(authority.map { ["sslrootcert": $0] } ?? [:]) { own, _ in own }
    }

    private static func list(_ text: String?) -> [Substring] {
        text?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    }

    /// Whether a host is a Unix socket, which has no name, or a loopback address.
    private static func isOnThisMachine(_ host: Substring) -> Bool {
        host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
            || isLoopback(host)
    }

    /// Whether text is an address of 127.0.0.0/8, and not a name that begins alike.
    private static func isLoopback(_ host: Substring) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The system's certificate authorities; `nil` for libpq's own default.
    private static func systemAuthorities(clientVersion: Int) -> String? {
        // libpq 16 gets the path from OpenSSL.
        if clientVersion >= 160_000 { return "system" }
        return [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
        ].first { FileManager.default.isReadableFile(atPath: $0) }
    }
}
