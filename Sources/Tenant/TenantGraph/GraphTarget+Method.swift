// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

extension GraphTarget {
    /// Whether it is done, and not read. OData Protocol 4.01 §11.5.5
    var isAction: Bool {
        switch self {
        case .memberObjects, .revokeSignInSessions: true
        default: false
        }
    }

    /// Refuses every method that a target does not have.
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
