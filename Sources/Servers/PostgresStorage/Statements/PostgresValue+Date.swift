// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension PostgresValue {
    /// A date as seconds since 1970, `double precision`: it comes back exactly as it was.
    package static func date(_ date: Date) -> PostgresValue { .double(date.timeIntervalSince1970) }
}

extension PostgresRow {
    /// A date of ``PostgresValue/date(_:)``.
    package func date(_ column: Int32) -> Date { Date(timeIntervalSince1970: double(column)) }
}
