// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import NIOCore
import TenantAuthorization
import TenantDirectory

/// A person's photo in one of Graph's sizes.
struct PhotoReply {
    private let person: DirectoryPerson
    private let side: Int
    private let picture: Identicon

    private static let sides = [48, 64, 96, 120, 240, 360, 432, 504, 648]
    private static let largest = 648

    /// Finds the photo; without a size, the largest.
    ///
    /// - Throws: ``GraphFault`` (404) for a person without a photo, and for an unknown size.
    init(person: DirectoryPerson, size: String?) throws {
        guard let picture = Identicon(personID: person.id),
            let side = size == nil ? Self.largest : Self.sides.first(where: { Self.name(of: $0) == size?.lowercased() })
        else { throw GraphFault.imageNotFound }
        self.person = person
        self.side = side
        self.picture = picture
    }

    /// The descriptions of a person's photo in every size; an empty list without a photo.
    static func list(of person: DirectoryPerson, on platform: PlatformContext) throws -> Response {
        let photos = sides.compactMap { try? PhotoReply(person: person, size: name(of: $0)) }
        return try JSONReply.make(
            GraphPage(
                context: platform.graphContext("users('\(person.id)')/photos"), count: nil, nextLink: nil,
                value: photos.map { $0.description(context: nil) }))
    }

    /// The description of a photo.
    func reply(on platform: PlatformContext) throws -> Response {
        try JSONReply.make(description(context: platform.graphContext("users('\(person.id)')/photo/$entity")))
    }

    private func description(context: String?) -> Description {
        Description(context: context, entityTag: entityTag, id: Self.name(of: side), width: side, height: side)
    }

    /// The photo itself.
    func content() throws -> Response {
        Response(
            status: .ok, headers: [.contentType: PNGImage.mediaType, .eTag: entityTag],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.image(side: side).bytes)))
    }

    private var entityTag: String { "\"\(person.id)\"" }

    private static func name(of side: Int) -> String { "\(side)x\(side)" }

    private struct Description: Encodable {
        let context: String?
        let mediaType = PNGImage.mediaType
        let entityTag: String
        let id: String
        let width: Int
        let height: Int

        enum CodingKeys: String, CodingKey {
            case id, width, height
            case context = "@odata.context"
            case mediaType = "@odata.mediaContentType"
            case entityTag = "@odata.mediaEtag"
        }
    }
}
