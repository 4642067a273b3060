// SPDX-License-Identifier: Apache-2.0

extension UserFlow {
    /// The reason why the flow is refused, as a text for its author; `nil` if it is valid.
    ///
    /// The limits are those of the real service.
    package var problem: String? {
        if name.wholeMatch(of: #/[A-Za-z0-9_.\-]{1,64}/#) == nil {
            return "the name '\(name)' has other characters than letters, digits, '_', '-' and '.', or more than 64"
        }
        if service == .azureADB2C, name.wholeMatch(of: #/(?i)B2C_1A?_.+/#) == nil {
            return "the name '\(name)' does not begin with B2C_1_"
        }
        if !(5...1440).contains(tokens.accessTokenMinutes) { return "accessTokenMinutes is not 5 to 1440" }
        if !(1...90).contains(tokens.refreshTokenDays) { return "refreshTokenDays is not 1 to 90" }
        if !(0...365).contains(tokens.slidingWindowDays) { return "slidingWindowDays is not 0 to 365" }
        if !(0...90).contains(keepSignedInDays) { return "keepSignedInDays is not 0 to 90" }
        return look.problem
    }
}
