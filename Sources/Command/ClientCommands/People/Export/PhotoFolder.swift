// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import PortableFoundation

struct PhotoFolder: Sendable {
    let folder: URL

    private static let maximumBatches = 4
    static let peopleAtOnce = maximumBatches * GraphBatch.maximumParts
    /// Twenty photos of this size stay far below the longest response.
    private static let size = "240x240"

    /// Creates a folder for its owner alone, or uses an existing one; refuses another user's, who could swap photos.
    init(_ path: String) throws {
        folder = try OutputFile.folder(path, for: "photos")
    }

    func write(photosOf people: ArraySlice<Person>, from graph: GraphClient) async throws -> [String: ExportedPhoto] {
        let ids = people.map(\.id).filter { Self.name(of: $0, .jpeg) != nil }
        let groups = stride(from: 0, to: ids.count, by: GraphBatch.maximumParts).map {
            Array(ids[$0..<min($0 + GraphBatch.maximumParts, ids.count)])
        }
        return try await withThrowingTaskGroup(of: [String: PersonPhoto].self) { group in
            for ids in groups { group.addTask { try await Self.photos(of: ids, from: graph) } }
            var written: [String: ExportedPhoto] = [:]
            for try await photos in group {
                for (id, photo) in photos {
                    guard let name = Self.name(of: id, photo.format) else { continue }
                    try OutputFile.write(photo.data, to: folder.appending(path: name).path)
                    written[id] = ExportedPhoto(name: name, photo: photo)
                }
            }
            return written
        }
    }

    private static func photos(of ids: [String], from graph: GraphClient) async throws -> [String: PersonPhoto] {
        var batch = GraphBatch()
        let parts = try ids.map { ($0, try batch.get("/users/\($0)/photos/\(size)/$value")) }
        let results = try await graph.send(batch, within: .seconds(600))
        var photos: [String: PersonPhoto] = [:]
        for (id, part) in parts {
            do {
                photos[id] = try results.photo(of: part)
            } catch let error as GraphError where error.status == 404 || error.code == "unreadable" {
                // The person was removed since the page was read, or the content is no photo.
                continue
            }
        }
        return photos
    }

    /// The photo's file name, from the id that the directory chose; `nil` for an id unsafe as a file name.
    static func name(of id: String, _ format: PersonPhoto.Format) -> String? {
        guard id.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9_\-]{0,127}/#) != nil else { return nil }
        return id + (format == .png ? ".png" : ".jpg")
    }
}
