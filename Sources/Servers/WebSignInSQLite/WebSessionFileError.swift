// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// The refusal of a file of sessions that a later version of the program wrote; the file is unchanged.
///
/// ```swift
/// do {
///     return try SQLiteWebSessionStorage(file: file)
/// } catch let error as WebSessionFileError {
///     logger.error("\(error); install that version")
///     return nil
/// }
/// ```
public struct WebSessionFileError: Error, Sendable, CustomStringConvertible {
    /// The file.
    public let file: URL

    /// The file and the reason in one sentence.
    public var description: String {
        "the sessions cannot be stored in \(file.path): a later version of this program wrote it"
    }
}
