// SPDX-License-Identifier: Apache-2.0

import Foundation
import OAuthMessages

/// A secret that stands in the inputs wherever a code, a token, a key or a password could stand.
///
/// No error may say it, however it is printed. Its first half is enough to tell, so that one that was cut is found too.
enum Canary {
    static let text = "kept-7f3a9c51e0b24d68-secret"
    private static let sign = "7f3a9c51"

    /// Looks for the secret in all that an error can be made to say.
    ///
    /// What a provider says as its error is for people to read; it says there what it likes.
    static func check(_ error: any Error) throws {
        if let said = error as? ServerError, said.mentions(sign) { return }
        for text in texts(of: error) + [error.localizedDescription] {
            try require(!text.contains(sign), "an error says a secret of the input: \(type(of: error))")
        }
    }

    /// Whether a value can be made to say the secret.
    static func isSaid(by value: Any) -> Bool { texts(of: value).contains { $0.contains(sign) } }

    private static func texts(of value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return [String(describing: value), String(reflecting: value), dumped]
    }
}

extension ServerError {
    fileprivate func mentions(_ sign: String) -> Bool {
        [code.rawValue, providerDescription, errorURI, suberror, claims, trace.correlationID, trace.traceID]
            .contains { $0?.contains(sign) == true }
    }
}
