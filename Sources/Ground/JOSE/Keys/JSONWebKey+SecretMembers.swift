// SPDX-License-Identifier: Apache-2.0

extension JSONWebKey {
    /// The members that only private and symmetric keys have: publishing one gives a secret away.
    ///
    /// RFC 7518 §6.2.2, §6.3.2, §6.4
    package static let secretMembers: Set = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]
}
