// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// The seconds for `Retry-After`, rounded up: a client that came earlier would be refused again. RFC 9110 §10.2.3
    package var secondsRoundedUp: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}
