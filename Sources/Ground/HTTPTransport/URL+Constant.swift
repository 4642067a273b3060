// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension URL {
    /// An address that stands in the source code.
    ///
    /// A mistake in it ends the program at its first use, in each test too; text from elsewhere needs `init?(string:)`.
    package init(constant text: StaticString) {
        guard let url = URL(string: "\(text)") else { preconditionFailure("\(text) is no address") }
        self = url
    }
}
