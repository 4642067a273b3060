// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

extension GraphTarget {
    /// Whether the target is an OData action, which clients invoke with `POST`. OData Protocol 4.01 §11.5.5
    var isAction: Bool {
        switch self {
        case .memberObjects, .revokeSignInSessions: true
        default: false
        }
    }

    /// Refuses every method that the target does not allow.
    ///
    /// - Throws: ``GraphFault`` (405).
    func require(_ method: HTTPRequest.Method) throws {
        if isAction {
            guard method == .post else { throw GraphFault.onlyPost }
        } else {
            guard [.get, .head].contains(method) else { throw GraphFault.methodNotAllowed }
        }
    }
}
