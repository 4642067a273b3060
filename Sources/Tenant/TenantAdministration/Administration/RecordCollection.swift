// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

struct RecordCollection<Record: ManagedRecord>: Sendable {
    let platform: PlatformContext

    private var path: String { TenantPath.administration + Record.path }

    func add(to router: Router<ServingContext>) {
        let (all, onePath) = (RouterPath(path), "\(path)/:\(Record.noun)")
        let one = RouterPath(onePath)
        router.get(all) { request, context in try await list(request, try directory(context)) }
        router.post(all) { request, context in
            try await write(.adding, request, try directory(context))
        }
        router.answer(onePath) { try await show(try $0.part(Record.noun), try directory($0)) }
        router.put(one) { request, context in
            try await write(.putting(try context.part(Record.noun)), request, try directory(context))
        }
        router.on(one, method: .patch) { request, context in
            try await write(.patching(try context.part(Record.noun)), request, try directory(context))
        }
        router.remove(onePath) { context in
            let (name, directory) = (try context.part(Record.noun), try directory(context))
            try await platform.database.write { database in
                try Record.require(name, in: try Self.tenant(directory, database), database).remove(database)
            }
        }
    }

    private func directory(_ context: ServingContext) throws -> String? {
        path.contains(":directory") ? try context.part("directory") : nil
    }

    private func list(_ request: Request, _ directory: String?) async throws -> Response {
        let page = try ListPage(of: request)
        let (records, total) = try await platform.database.read { database in
            let all = Record.all(in: try Self.tenant(directory, database))
            return (try all.limit(page.top, offset: page.skip).fetchAll(database), try all.fetchCount(database))
        }
        return page.reply(records.map(\.programObject), total: total)
    }

    private func show(_ name: String, _ directory: String?) async throws -> Response {
        let record = try await platform.database.read { database in
            try Record.require(name, in: try Self.tenant(directory, database), database)
        }
        return AdministrationReply.json(record.programObject)
    }

    private func write(_ change: RecordChange, _ request: Request, _ directory: String?) async throws -> Response {
        let document = try await AdministrationContent.document(of: request)
        let members = document.members
        let context = DocumentContext(
            hashes: try await PasswordHashes(of: document.passwords, random: platform.settings.random),
            now: platform.settings.now(), random: platform.settings.random)
        let (record, isNew) = try await platform.database.write { database in
            try Self.write(change, members, in: try Self.tenant(directory, database), context, database)
        }
        guard isNew else { return AdministrationReply.json(record.programObject) }
        let place = directory.map { path.replacing(":directory", with: $0) } ?? path
        return AdministrationReply.json(record.programObject, status: .created, at: "\(place)/\(record.id)")
    }

    private static func write(
        _ change: RecordChange, _ members: [String: JSONValue], in tenant: Tenant?, _ context: DocumentContext,
        _ database: Database
    ) throws -> (Record, isNew: Bool) {
        let current = try change.name.flatMap { try Record.find($0, in: tenant, database) }
        var object = DocumentObject(try change.document(members, over: current))
        let draft = try Record(
            reading: &object, id: try change.identifier(of: current), in: tenant, current: current, context, database)
        if object.problems.isEmpty {
            try draft.judge(&object, database)
            if current == nil, try draft.exists(database), object.problems.isEmpty {
                object.complain(
                    nil, "The id \(draft.id) is already in use; change the \(Record.noun) with PATCH.", .conflict)
            }
        }
        var record = try draft.resolved(&object, database)
        try object.finish()
        if let current { record = try record.endWhatChanged(since: current, context, database) }
        try record.save(database)
        return (record, current == nil)
    }

    private static func tenant(_ name: String?, _ database: Database) throws -> Tenant? {
        try name.map { try Tenant.require($0, in: nil, database) }
    }
}

extension ManagedRecord {
    var programObject: JSONValue { members(for: .program).object }

    static func require(_ name: String, in tenant: Tenant?, _ database: Database) throws -> Self {
        guard let record = try find(name, in: tenant, database) else {
            throw AdministrationProblem.unknown(noun, name)
        }
        return record
    }
}

struct ListPage: Sendable {
    static let names = ["top", "skip"]
    static let maximum = 1000

    let top: Int
    let skip: Int
    private let path: String
    private let others: FormParameters

    subscript(name: String) -> String? { others[name] }

    init(of request: Request, knowing names: [String] = []) throws {
        let query = try AdministrationContent.query(of: request, knowing: Self.names + names)
        top = try Self.number(query["top"], named: "top", in: 1...Self.maximum) ?? 100
        skip = try Self.number(query["skip"], named: "skip", in: 0...1_000_000_000) ?? 0
        path = request.uri.path
        var others = FormParameters()
        for pair in query.pairs where !Self.names.contains(pair.name) { others.append(pair.name, pair.value) }
        self.others = others
    }

    func reply(_ values: [JSONValue], total: Int) -> Response {
        var members: [String: JSONValue] = ["value": .array(values), "count": .number("\(total)")]
        if skip + values.count < total, !values.isEmpty {
            var next = others
            next.append("top", "\(top)")
            next.append("skip", "\(skip + values.count)")
            members["nextLink"] = .string("\(path)?\(next.encoded)")
        }
        return AdministrationReply.json(.object(members))
    }

    func reply(of all: [JSONValue]) -> Response { reply(Array(all.dropFirst(skip).prefix(top)), total: all.count) }

    private static func number(_ text: String?, named name: String, in bounds: ClosedRange<Int>) throws -> Int? {
        guard let text else { return nil }
        guard text.utf8.count <= 10, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
            bounds.contains(number)
        else {
            throw AdministrationProblem(
                .badRequest, "'\(name)' must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound).")
        }
        return number
    }
}
