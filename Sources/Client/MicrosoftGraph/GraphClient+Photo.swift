// SPDX-License-Identifier: Apache-2.0
import HTTPMessages

extension GraphClient {
    /// The person's photo.
    ///
    /// - Parameters:
    ///   - who: The person's id or user principal name.
    ///   - size: The size; `nil` for the largest.
    /// - Returns: The photo; `nil` if there is none.
    /// - Throws: ``GraphError``, also for a response that is no photo or too large; the errors of the transport.
    public func photo(of who: String, size: PersonPhoto.Size? = nil) async throws -> PersonPhoto? {
        let part = size.map { "/photos/\($0.rawValue)x\($0.rawValue)/$value" } ?? "/photo/$value"
        do {
            let response = try await response(
                from: try address(of: who, part), accepting: "image/jpeg, image/png", needing: .userReadBasicAll)
            return try PersonPhoto(contentType: response.head.headerFields[.contentType], data: response.body)
        } catch let error as GraphError where Self.isAbsentPhoto(error) {
            return nil
        }
    }

    /// Whether an error says that there is no photo.
    static func isAbsentPhoto(_ error: GraphError) -> Bool {
        error.status == 404 && noPhoto.contains(error.code)
    }

    /// Graph's codes for people without a photo; the second is for personal accounts.
    private static let noPhoto: Set = ["ImageNotFound", "ConsumerPhotoIsNotSupported"]
}
