// SPDX-License-Identifier: Apache-2.0

/// The purpose for which a customer proves an e-mail address.
enum UserFlowErrand: String, Sendable {
    case signUp = "sign-up"
    case passwordReset = "reset"

    /// The form field that carries it where a flow has both.
    static let field = "errand"
}

extension UserFlow {
    /// Whether an errand can be done in it.
    func admits(_ errand: UserFlowErrand) -> Bool {
        switch errand {
        case .signUp: admitsNewCustomers
        case .passwordReset: kind == .passwordReset || (beginsWithPassword && passwordReset == .embedded)
        }
    }
}
