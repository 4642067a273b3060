// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PortableFoundation
import TaskListClient

/// A request for a list, or a page of one: `?completed=true&search=milk&limit=20&after=…`.
struct ListRequest: Sendable, Hashable {
    let query: TaskQuery
    /// The parameters of each page; empty without a limit.
    private var parameters = FormParameters()

    /// Unknown parameters are ignored.
    init(of request: Request) throws(TaskRefusal) {
        guard let text = request.uri.query, !text.isEmpty else {
            query = TaskQuery()
            return
        }
        guard let sent = FormParameters(encoded: text) else { throw Self.unreadable }
        let completed = try Self.value("completed", of: sent)
        let search = try Self.value("search", of: sent)
        let limit = try Self.value("limit", of: sent)
        query = TaskQuery(
            completed: try completed.map { text throws(TaskRefusal) in try Self.flag(text, named: "completed") },
            search: try search.map(Self.search),
            after: try Self.value("after", of: sent).map(Self.place), limit: try limit.map(Self.limit))
        guard query.limit != nil else { return }
        parameters.append("completed", completed)
        parameters.append("search", search)
        parameters.append("limit", limit)
    }

    /// `nil` without a limit, because the list then is one page. RFC 8288 §3
    func link(next: Int64?) -> String? {
        guard query.limit != nil else { return nil }
        let path = TaskEndpoint.list.path
        let first = "<\(path)?\(parameters.encoded)>; rel=\"first\""
        guard let next else { return first }
        var following = parameters
        following.append("after", Self.text(ofPlace: next))
        return "<\(path)?\(following.encoded)>; rel=\"next\", " + first
    }

    fileprivate static let unreadable = TaskRefusal(
        .queryMalformed, "the query is not percent-encoded UTF-8")

    fileprivate static func value(_ name: String, of sent: FormParameters) throws(TaskRefusal) -> String? {
        let values = sent.all(name)
        guard values.count <= 1 else { throw TaskRefusal(.queryMalformed, "send '\(name)' once") }
        return values.first
    }

    fileprivate static func flag(_ text: String, named name: String) throws(TaskRefusal) -> Bool {
        guard let flag = Bool(text) else { throw TaskRefusal(.filterMalformed, "'\(name)' must be true or false") }
        return flag
    }

    private static func limit(_ text: String) throws(TaskRefusal) -> Int {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let limit = Int(text),
            (1...TaskListFormat.maximumPageLength).contains(limit)
        else {
            throw TaskRefusal(
                .limitMalformed, "'limit' must be a number from 1 to \(TaskListFormat.maximumPageLength)")
        }
        return limit
    }

    private static func search(_ text: String) throws(TaskRefusal) -> SearchText {
        let limit = TaskListFormat.maximumSearchLength
        guard text.count <= limit, text.utf8.count <= 4 * limit else {
            throw TaskRefusal(
                .searchTooLong,
                "'search' can have at most \(limit) characters, in \(4 * limit) bytes; search for part of the text")
        }
        guard text.unicodeScalars.allSatisfy(TaskText.isPrintable) else {
            throw TaskRefusal(.searchUnprintable, "'search' contains control characters, which no task has")
        }
        return SearchText(text)
    }

    private static func text(ofPlace place: Int64) -> String { String(place, radix: 36) }

    private static func place(_ text: String) throws(TaskRefusal) -> Int64 {
        guard let place = Int64(text, radix: 36), self.text(ofPlace: place) == text else {
            throw TaskRefusal(.cursorMalformed, "use 'after' unchanged from the Link field of the previous page")
        }
        return place
    }
}

extension Request {
    /// Whether a removal is for all tasks: `?all=true`.
    func isForAllTasks() throws(TaskRefusal) -> Bool {
        guard let sent = FormParameters(encoded: uri.query ?? "") else { throw ListRequest.unreadable }
        guard let all = try ListRequest.value("all", of: sent) else { return false }
        return try ListRequest.flag(all, named: "all")
    }
}
