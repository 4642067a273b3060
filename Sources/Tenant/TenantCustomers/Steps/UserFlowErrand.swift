// SPDX-License-Identifier: Apache-2.0

/// The purpose for which a customer proves an e-mail address.
enum UserFlowErrand: String, Sendable {
    case signUp = "sign-up"
    case passwordReset = "reset"

    /// The form field for the purpose, needed if a flow has both.
    static let field = "errand"
}

extension UserFlow {
    /// Whether the flow serves a purpose.
    func admits(_ errand: UserFlowErrand) -> Bool {
        switch errand {
        case .signUp: admitsNewCustomers
        case .passwordReset: kind == .passwordReset || (beginsWithPassword && passwordReset == .embedded)
        }
    }
}
