// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation
import SQLiteRecords
import TenantControl
import TenantCustomers
import TenantDirectory
import TenantStandard
import TenantTesting

/// One top-level member of a tenant file; a new section is an entry in ``TenantFile/sections``.
protocol TenantFileSection: Sendable {
    var name: String { get }

    func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws

    func write(_ database: Database, to file: inout TenantFileWriter) throws
}

protocol TenantFileList: TenantFileSection {
    func entries(of database: Database) throws -> [JSONValue]
}

extension TenantFileList {
    func write(_ database: Database, to file: inout TenantFileWriter) throws {
        let entries = try entries(of: database)
        if !entries.isEmpty { try file.member(name, .array(entries)) }
    }
}

/// An offset, or a frozen time, which ``TenantClock/follow(_:)`` checks because it knows the system's time.
struct ClockSection: TenantFileSection {
    let name = "clock"

    func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        try file.object(name) { object in
            let frozenAt = object.date("frozenAt")
            let offset = object.number("offset", in: -1e12...1e12)
            if frozenAt != nil, offset != nil {
                object.complain("offset", "A stopped clock has no offset; remove one of the two.", .conflict)
            }
            guard object.problems.isEmpty else { return }
            try ClockState(offset: offset ?? 0, frozenAt: frozenAt).keep(in: database)
        }
    }

    func write(_ database: Database, to file: inout TenantFileWriter) throws {
        let state = try ClockState.kept(in: database)
        var members = DocumentMembers(for: .file)
        if let frozenAt = state.frozenAt {
            members.add("frozenAt", frozenAt)
        } else if state.offset != 0 {
            members.add("offset", .number(String(state.offset)))
        }
        if !members.values.isEmpty { try file.member(name, members.object) }
    }
}

/// The development key ring; a tenant's own keys stay in its data.
struct KeysSection: TenantFileSection {
    enum Ring: String, CaseIterable {
        case development
    }

    let name = "keys"

    func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        guard file.choice(name, of: Ring.self) != nil else { return }
        guard run.context.allowsDevelopmentKeys else {
            file.complain(
                name, "These keys are public, and other machines can reach this tenant; listen only on loopback.",
                .conflict)
            return
        }
        guard try !KeyRing.isOfDevelopment(in: database) else { return }
        try KeyRing.beginDevelopmentRing(at: run.context.now, in: database)
        run.report.count("key ring", isNew: false)
    }

    func write(_ database: Database, to file: inout TenantFileWriter) throws {
        guard try KeyRing.isOfDevelopment(in: database) else { return }
        try file.member(name, .string(Ring.development.rawValue))
    }
}

/// Rules have no names, so a list in the file replaces all earlier rules.
struct FaultsSection: TenantFileList {
    let name = "faults"

    func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        let isNamed = file.has(name)
        let rules = try file.objects(name) { object -> FaultRule? in
            let rule = try object.value(FaultRule.self)?.resolved
            for problem in rule?.problems(at: object.pointer) ?? [] {
                object.complain(at: problem.pointer, problem.message)
            }
            return rule
        }
        guard isNamed, file.problems.isEmpty else { return }
        if rules.count > FaultStore.capacity {
            file.complain(name, "At most \(FaultStore.capacity) rules are allowed; remove some.")
        }
        try FaultStore.replace(with: rules.compactMap(\.self), in: database)
        for _ in rules { run.report.count("fault", isNew: true) }
    }

    func entries(of database: Database) throws -> [JSONValue] {
        try FaultStore.all(in: database).map { try DocumentObject.written($0.rule) }
    }
}

struct AutomaticSignInsSection: TenantFileList {
    let name = "automaticSignIns"

    func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        guard file.problems.isEmpty else {
            file.skip(name)
            return
        }
        try file.objects(name) { object in
            guard var signIn = try object.value(AutomaticSignIn.self) else { return }
            if let app = try RegisteredApp.find(signIn.clientID, in: nil, database) {
                signIn.clientID = app.id
            } else if try StandardClient.exists(database, key: signIn.clientID) == false {
                object.complain(
                    "clientId", "No app has this client id; add it to 'apps', or to 'standardClients'.", .conflict)
                return
            }
            guard try isKnown(signIn.person, database) else {
                object.complain(
                    "person", "No user in the directories has this id or name; add the user first.", .conflict)
                return
            }
            run.report.count("automatic sign-in", isNew: try AutomaticSignIns.keep(signIn, in: database))
        }
        run.report.close("automatic sign-in", total: try AutomaticSignIns.all(in: database).count)
    }

    private func isKnown(_ person: String, _ database: Database) throws -> Bool {
        let id = person.lowercased()
        let people = DirectoryPerson.filter(Column("id") == id || Column("userPrincipalName") == person)
        let customers = Customer.filter(Column("id") == id || Column("email") == person)
        return try !people.isEmpty(database) || !customers.isEmpty(database)
    }

    func entries(of database: Database) throws -> [JSONValue] {
        try AutomaticSignIns.all(in: database).map { try DocumentObject.written($0) }
    }
}

/// Rows in their `Codable` form; files name the directory in `directory`, in place of the row's `tenantID`.
struct RowsSection<Row: Codable & FetchableRecord & PersistableRecord & Sendable>: TenantFileList {
    let name: String
    let noun: String
    /// Files list rows by directory, then by this column.
    let order: String
    var problem: @Sendable (Row) -> String? = { _ in nil }

    func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        try file.objects(name) { object in
            guard let row = try row(in: &object, database) else { return }
            run.report.count(noun, isNew: try row.exists(database) == false)
            try row.save(database)
        }
        run.report.close(noun, total: try Row.fetchCount(database))
    }

    private func row(in object: inout DocumentObject, _ database: Database) throws -> Row? {
        let directory = object.requiredText("directory")
        // All members are taken first, so that a rejected row causes no errors about unknown members.
        var members = object.takeAll()
        guard object.problems.isEmpty else { return nil }
        guard let tenant = try Tenant.find(directory, in: nil, database) else {
            object.complain("directory", "No directory has the id or domain '\(directory)'; add it first.", .conflict)
            return nil
        }
        members["directory"] = nil
        members["tenantID"] = .string(tenant.id)
        let row = try object.value(Row.self, from: members)
        if let row, let problem = problem(row) { object.complain(nil, "This is invalid: \(problem).") }
        return object.problems.isEmpty ? row : nil
    }

    func entries(of database: Database) throws -> [JSONValue] {
        try Row.order([Column("tenantID"), Column(order)]).fetchAll(database).map { row in
            var members = try DocumentObject.written(row).object ?? [:]
            members["directory"] = members.removeValue(forKey: "tenantID")
            return .object(members)
        }
    }
}
