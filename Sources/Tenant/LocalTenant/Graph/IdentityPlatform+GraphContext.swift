// SPDX-License-Identifier: Apache-2.0

extension IdentityPlatform {
    /// The address that describes an answer of Microsoft Graph: `@odata.context`.
    ///
    /// OData JSON Format 4.01 §4.6.1
    func graphContext(_ fragment: String) -> String { "\(graphURL)/$metadata#\(fragment)" }
}
