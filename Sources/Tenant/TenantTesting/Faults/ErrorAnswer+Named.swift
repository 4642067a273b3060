// SPDX-License-Identifier: Apache-2.0
package import TenantAuthorization
package import TenantControl
import TenantCustomers
import TenantEntra

extension ErrorCatalogue {
    /// The catalogue of the numbers with this prefix.
    package static func of(_ prefix: ErrorAnswer.Prefix) -> ErrorCatalogue {
        switch prefix {
        case .entraID: .entraID
        case .azureADB2C: .azureADB2C
        }
    }
}

extension ErrorAnswer {
    /// The error with a name such as `AADSTS50196` or `AADB2C90118`, or with a number alone; `nil` for unknown ones.
    init?(named name: String) {
        let prefix = Prefix.allCases.first { name.uppercased().hasPrefix($0.rawValue) }
        let catalogues = (prefix.map { [$0] } ?? Prefix.allCases).map(ErrorCatalogue.of)
        guard let number = catalogues.lazy.compactMap({ $0.number(in: name) }).first else { return nil }
        self.init(number: number)
        self.prefix = prefix
    }
}
