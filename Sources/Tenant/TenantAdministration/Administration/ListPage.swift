// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import JOSE
import OAuth
import TenantDirectory

/// The requested part of a list.
struct ListPage: Sendable {
    /// The parameters of the query.
    static let names = ["top", "skip"]
    static let maximum = 1000

    let top: Int
    let skip: Int
    private let path: String
    private let others: FormParameters

    /// Reads the query of a request.
    ///
    /// - Throws: ``AdministrationProblem`` (400).
    init(of request: Request, knowing names: [String] = []) throws {
        let query = try AdministrationContent.query(of: request, knowing: Self.names + names)
        top = try Self.number(query["top"], named: "top", in: 1...Self.maximum) ?? 100
        skip = try Self.number(query["skip"], named: "skip", in: 0...1_000_000_000) ?? 0
        path = request.uri.path
        var others = FormParameters()
        for pair in query.pairs where !Self.names.contains(pair.name) { others.append(pair.name, pair.value) }
        self.others = others
    }

    /// The fetched part of a list, with the address of the next one.
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

    /// The requested part of a complete list.
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
