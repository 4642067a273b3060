// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

extension URL {
    /// Traps for an invalid literal at its first use, also in each test; use `init?(string:)` for other text.
    package init(constant text: StaticString) {
        guard let url = URL(string: "\(text)") else { preconditionFailure("\(text) is not a URL") }
        self = url
    }
}
