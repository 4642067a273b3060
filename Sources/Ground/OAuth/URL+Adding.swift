// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension URL {
    /// The same address with these parameters after its own.
    package func adding(_ parameters: FormParameters) -> URL {
        var components = URLComponents(url: self, resolvingAgainstBaseURL: false) ?? URLComponents()
        let own = components.percentEncodedQuery.map { $0 + "&" } ?? ""
        components.percentEncodedQuery = own + parameters.encoded
        return components.url ?? self
    }
}
