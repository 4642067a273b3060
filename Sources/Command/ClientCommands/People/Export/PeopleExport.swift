// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import PortableFoundation
import SignIn

/// Writes all people of a directory, one page in memory at a time.
struct PeopleExport: Sendable {
    let graph: GraphClient
    let writer: PersonWriter
    let photos: PhotoFolder?
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Graph's largest page.
    private static let pageSize = 999
    /// The longest wait for a page before the export ends; it can be resumed.
    private static let patience = Duration.seconds(600)

    func run(
        to output: borrowing ExportOutput, _ choices: ExportState.Choices,
        progress: (ExportState) -> Void = { _ in }
    ) async throws -> Int {
        if let kept = try output.unfinished(choices) {
            do {
                return try await go(on: kept, to: output, progress: progress)
            } catch is LostPlace {
                // Graph expires a position after some time.
            }
        }
        var state = ExportState(choices: choices)
        state.total = try? await graph.count("/users")
        let beginning = writer.beginning(isFile: output.isFile)
        try output.cut(to: 0)
        try output.write(beginning)
        state.bytes = Int64(beginning.count)
        return try await go(on: state, to: output, progress: progress)
    }

    /// Graph rejects the position of an unfinished export.
    private struct LostPlace: Error {}

    private func go(
        on begun: ExportState, to output: borrowing ExportOutput, progress: (ExportState) -> Void
    ) async throws -> Int {
        var (state, isFirst) = (begun, true)
        let list = graph.allPeople(pageSize: Self.pageSize)
        var pages = try begun.next.map { try list.continued(at: $0).makeAsyncIterator() } ?? list.makeAsyncIterator()
        progress(state)
        while pages.hasMore {
            do {
                guard let page = try await next(&pages) else { break }
                try await write(page[...], to: output, &state)
            } catch let error as GraphError
                where isFirst && begun.next != nil && [400, 404, 410].contains(error.status)
            {
                throw LostPlace()
            }
            (state.next, isFirst) = (pages.position, false)
            if pages.hasMore { try output.keep(state) }
            progress(state)
        }
        try output.finish()
        return state.people
    }

    private func next(_ pages: inout PeoplePages.Iterator) async throws -> [Person]? {
        var (pause, waited) = (Duration.seconds(1), Duration.zero)
        while true {
            do {
                return try await pages.next()
            } catch let error as GraphError {
                guard case .retry(let asked) = error.nextAction else { throw error }
                let delay = max(pause, asked ?? .zero)
                waited += delay
                guard waited < Self.patience else { throw error }
                try await sleep(delay)
                pause = min(pause * 2, .seconds(20))
            }
        }
    }

    private func write(
        _ page: ArraySlice<Person>, to output: borrowing ExportOutput, _ state: inout ExportState
    ) async throws {
        var rest = page
        while !rest.isEmpty {
            let people = rest.prefix(photos == nil ? rest.count : PhotoFolder.peopleAtOnce)
            rest = rest.dropFirst(people.count)
            let written = try await photos?.write(photosOf: people, from: graph) ?? [:]
            let records = try people.reduce(into: Data()) {
                $0 += try writer.record(of: $1, photo: written[$1.id])
            }
            try output.write(records)
            state.bytes += Int64(records.count)
        }
        state.people += page.count
    }
}
