// SPDX-License-Identifier: Apache-2.0
/// The purpose of a user flow, if a provider sends people from one flow to another.
public enum UserFlowPurpose: String, Sendable, Hashable, CaseIterable {
    /// Setting a new password; the person forgot the old one.
    case passwordReset
    /// Creating an account; the person has none yet.
    case signUp
}
