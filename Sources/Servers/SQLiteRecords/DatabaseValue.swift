// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// A value in one of SQLite's five storage classes (https://sqlite.org/datatype3.html).
package enum DatabaseValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)

    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }
}
