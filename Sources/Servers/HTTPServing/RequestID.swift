// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages

/// The id of a request, under which the logs and the client know it.
package enum RequestID {
    /// The key of the id in the metadata of a logger, as Hummingbird names it.
    package static let logKey = "hb.request.id"
    /// The header field that carries the id.
    package static let field: HTTPField.Name =
        HTTPField.Name("X-Request-ID") ?? .server

    /// The id that a proxy sent: 1 to 128 letters, digits, dots, dashes and underscores; `nil` for any other.
    package static func wellFormed(_ fields: HTTPFields) -> String? {
        let values = fields[values: field]
        guard let id = values.first, values.count == 1, (1...128).contains(id.utf8.count),
            id.utf8.allSatisfy({ allowed.contains($0) })
        else { return nil }
        return id
    }

    private static let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_".utf8)
}
