// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// The seconds, rounded up: a request that comes earlier is refused again. RFC 9110 §10.2.3
    package var wholeSeconds: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}
