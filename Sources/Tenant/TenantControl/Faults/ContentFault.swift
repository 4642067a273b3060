// SPDX-License-Identifier: Apache-2.0

/// What is wrong with the content of an answer, whatever is in it.
public enum ContentFault: String, Sendable, CaseIterable {
    /// There is none.
    case emptyBody
    /// It ends in the middle.
    case truncatedBody = "truncate"
    /// It is no JSON.
    case malformedJSON
    /// A member stands twice.
    case duplicateMember
    /// It is JSON, and said to be a page.
    case wrongContentType
    /// It is longer than anybody reads: 5 MiB.
    case oversizedBody
}
