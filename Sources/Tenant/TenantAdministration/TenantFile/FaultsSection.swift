// SPDX-License-Identifier: Apache-2.0
import GRDB
import JOSE
import TenantControl
import TenantDirectory
import TenantTesting

/// The fault rules; they have no names, so a list in the file replaces the list before.
enum FaultsSection: TenantFileSection {
    static let name = "faults"

    static func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        let isNamed = file.has(name)
        let rules = try file.objects(name) { object -> FaultRule? in
            let rule = try object.value(FaultRule.self)?.resolved
            for problem in rule?.problems(at: object.pointer) ?? [] {
                object.complain(at: problem.pointer, problem.message)
            }
            return rule
        }
        guard isNamed, file.problems.isEmpty else { return }
        if rules.count > FaultLedger.capacity {
            file.complain(name, "There can be \(FaultLedger.capacity) rules; take some away.")
        }
        try FaultLedger.replace(with: rules.compactMap(\.self), in: database)
        for _ in rules { run.report.count("fault", isNew: true) }
    }

    static func content(of database: Database) throws -> JSONValue? {
        let rules = try FaultLedger.all(in: database).map { try DocumentObject.written($0.rule) }
        return rules.isEmpty ? nil : .array(rules)
    }
}
