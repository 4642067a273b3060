// SPDX-License-Identifier: Apache-2.0
/// What a user flow is for, where a provider sends people from one to another.
public enum UserFlowPurpose: String, Sendable, Hashable, CaseIterable {
    /// Choosing a new password; the person said that they forgot theirs.
    case passwordReset
    /// Making an account; the person has none yet.
    case signUp
}
