// SPDX-License-Identifier: Apache-2.0

/// A description of a scope, for the consent page.
struct ScopeText: Sendable {
    let title: String
    let sentence: String

    init(_ scope: String) {
        (title, sentence) =
            switch scope {
            case "openid": ("Sign you in", "The app learns that it is you, by an id that never changes.")
            case "profile": ("See your name", "The app can see your name, user name and language.")
            case "email": ("See your e-mail address", "The app can see your e-mail address.")
            case "phone": ("See your phone number", "The app can see your mobile phone number.")
            case "address": ("See your office address", "The app can see where your office is.")
            case "offline_access":
                ("Stay signed in", "The app keeps what you allow, also while you are not using it.")
            // The scope of the sample API.
            case "orders.read": ("See your orders", "The app can see what you ordered.")
            default: ("Use \(scope)", "The app can do what this permission allows.")
            }
    }
}
