// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import JOSE
import TenantDirectory

/// The difference between the tenant's clock and the machine's: an offset, or a frozen time.
///
/// ``TenantClock/follow(_:)`` checks that the clock can show the time, because it knows the system's time.
enum ClockSection: TenantFileSection {
    static let name = "clock"

    static func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        try file.object(name) { object in
            let frozenAt = object.date("frozenAt")
            let offset = object.number("offset", in: -1e12...1e12)
            if frozenAt != nil, offset != nil {
                object.complain("offset", "A clock that stands still has no offset; take one of both away.", .conflict)
            }
            guard object.problems.isEmpty else { return }
            try ClockState(offset: offset ?? 0, frozenAt: frozenAt).keep(in: database)
        }
    }

    static func content(of database: Database) throws -> JSONValue? {
        let state = try ClockState.kept(in: database)
        var members = DocumentMembers(for: .file)
        if let frozenAt = state.frozenAt {
            members.add("frozenAt", frozenAt)
        } else if state.offset != 0 {
            members.add("offset", .number(String(state.offset)))
        }
        return members.values.isEmpty ? nil : members.object
    }
}
