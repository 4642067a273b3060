// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport
import JOSE
import OAuth

extension BearerChallenge {
    /// The values of `WWW-Authenticate`, one for each scheme; only that of the request names the error.
    package var challenges: [String] {
        reason == .proofsTooMany
            ? [] : schemes.map { challenge(of: $0, namesError: schemes.count == 1 || $0 == scheme) }
    }

    /// The value of the first scheme.
    package var challenge: String { challenges.first ?? "" }

    private func challenge(of scheme: Scheme, namesError: Bool) -> String {
        var text = scheme == .bearer ? #"Bearer realm="api""# : #"DPoP realm="api", algs="\#(ProofCheck.algorithms)""#
        func append(_ name: String, _ value: String) { text += ", " + name + "=\"" + Self.quotable(value) + "\"" }
        if reason != .tokenAbsent, namesError {
            append("error", code)
            append("error_description", message)
            switch reason {
            case .scopeMissing(let scope): append("scope", scope)
            case .authenticationInsufficient(let acr, let maxAge):
                if !acr.isEmpty { append("acr_values", acr.joined(separator: " ")) }
                // RFC 9470 §3 has a number without quotes.
                if let maxAge { text += ", max_age=\(maxAge.components.seconds)" }
            default: break
            }
        }
        if let resourceMetadata { append("resource_metadata", resourceMetadata.absoluteString) }
        return text
    }

    /// Replaces characters that RFC 6750 §3 does not allow in an attribute.
    private static func quotable(_ text: String) -> String {
        // Most sentences have no such character.
        guard !text.utf8.allSatisfy({ (0x20...0x7e).contains($0) && $0 != 0x22 && $0 != 0x5c }) else { return text }
        let allowed = text.unicodeScalars.map {
            (" "..."~").contains($0) && $0 != "\"" && $0 != "\\" ? $0 : "'"
        }
        return String(String.UnicodeScalarView(allowed))
    }
}

extension TransportResponse {
    /// A refusal in the form of Microsoft's sample API: `{"code", "message"}`.
    init(_ status: HTTPResponse.Status, _ fields: HTTPFields = [:], code: String, message: String) {
        var fields = fields
        fields[.contentType] = "application/json; charset=utf-8"
        var content = Array(#"{"code":"#.utf8)
        JSONValue.write(code, to: &content)
        content += #","message":"#.utf8
        JSONValue.write(message, to: &content)
        content.append(UInt8(ascii: "}"))
        self.init(head: HTTPResponse(status: status, headerFields: fields), body: Data(content))
    }
}
