// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPMessages
import MicrosoftGraph
import OAuthMessages
import TaskListClient

extension FuzzTarget {
    /// What the APIs answer that are called with a token.
    static let services = [people, changes, batch, graphError, photo, tasks, taskError]

    private static let people = FuzzTarget("graph-people") { input in
        guard let endpoint = URL(string: "https://graph.example/v1.0") else { return }
        guard let page = try reading({ try ForeignJSON.decode(GraphPage<Person>.self, from: input) }) else { return }
        for person in page.value {
            let again = try? JSONDecoder().decode(Person.self, from: JSONEncoder().encode(person))
            try require(again == person, "a person reads otherwise once written")
        }
        if let link = page.nextLink { try follow(link, from: endpoint) }
    }

    /// Judges a link; one that is followed is a place of this Graph.
    private static func follow(_ link: String, from endpoint: URL) throws {
        let client = GraphClient(endpoint: endpoint, over: Nowhere())
        guard let next = try reading({ try client.nextAddress(link) }) else { return }
        try require(
            next.scheme?.lowercased() == "https" && next.host()?.lowercased() == "graph.example"
                && [nil, 443].contains(next.port) && next.user() == nil,
            "the token would follow a link to another place")
        try require(
            next.path(percentEncoded: false).hasPrefix("/v1.0/")
                && !next.path(percentEncoded: false).split(separator: "/").contains { [".", ".."].contains($0) },
            "the token would follow a link to another API")
    }

    private static let changes = FuzzTarget("graph-changes") { input in
        guard let endpoint = URL(string: "https://graph.example/v1.0"),
            let page = try reading({ try ForeignJSON.decode(GraphPage<GraphChange<Person>>.self, from: input) })
        else { return }
        for link in [page.nextLink, page.deltaLink].compactMap(\.self) { try follow(link, from: endpoint) }
        for case .present(let person) in page.value {
            let again = try? JSONDecoder().decode(GraphChange<Person>.self, from: JSONEncoder().encode(person))
            try require(again == .present(person), "a person reads otherwise once written")
        }
    }

    private static let batch = FuzzTarget("graph-batch") { input in
        for ids: Set in [["1"], ["1", "2"]] {
            guard let answer = try reading({ try BatchAnswer(input, expecting: ids) }) else { continue }
            try require(answer.ids == ids, "a part has no result")
        }
    }

    private static let graphError = FuzzTarget("graph-error") { input in
        for status in [400, 401, 403, 404, 503] {
            let error = GraphError(status: status, body: input, needing: .userReadAll)
            try require(error.status == status, "the status is another one")
            try require(error.missingPermission == nil || status == 403, "a permission is missing that is not")
            try require(!error.description.isEmpty, "an error says nothing")
        }
    }

    private static let photo = FuzzTarget("person-photo") { input in
        for type in ["image/jpeg", "Image/PNG; q=1", "text/html", nil] {
            guard let photo = try reading({ try PersonPhoto(contentType: type, data: input) }) else { continue }
            try require(type?.lowercased().hasPrefix("image/") == true, "what is no picture was taken for one")
            try require(photo.data == input && input.count <= PersonPhoto.maximumBytes, "a photo without bounds")
            let starts: [PersonPhoto.Format: [UInt8]] = [.jpeg: [0xFF, 0xD8, 0xFF], .png: [0x89, 0x50, 0x4E, 0x47]]
            try require(starts[photo.format].map(input.starts) == true, "a photo is of another format")
        }
    }

    private static let tasks = FuzzTarget("tasks") { input in
        let decoder = TaskListFormat.decoder()
        guard let items = try reading({ try decoder.decode([TaskItem].self, from: input) }) else { return }
        let again = try? decoder.decode([TaskItem].self, from: TaskListFormat.encoder().encode(items))
        try require(again == items, "tasks read otherwise once written")
    }

    private static let taskError = FuzzTarget("task-error") { input in
        for status in [200, 400, 404, 503] {
            let error = TaskListError(status: status, body: input)
            try require(error.status == status && !error.description.isEmpty, "an error says nothing")
        }
    }

    /// Nothing is asked by these targets.
    private struct Nowhere: Transport {
        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            throw TransportError(.unreachable, "nobody is asked")
        }
    }
}
