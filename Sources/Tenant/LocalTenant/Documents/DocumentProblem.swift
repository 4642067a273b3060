// SPDX-License-Identifier: Apache-2.0

/// One thing that is wrong in a document, at one place.
struct DocumentProblem: Sendable, Hashable {
    /// Whether the document alone is wrong, or only together with what the tenant holds already.
    enum Kind: Sendable, Hashable {
        case content, conflict
    }

    /// Where, as a JSON pointer; empty for the whole document. RFC 6901
    let pointer: String
    /// Cause and remedy, in a sentence.
    let message: String
    var kind = Kind.content
}

extension DocumentProblem: CustomStringConvertible {
    var description: String { "\(pointer.isEmpty ? "/" : pointer): \(message)" }
}

/// A document that was refused, with everything that is wrong in it.
struct DocumentRefusal: Error, Sendable, Hashable {
    let problems: [DocumentProblem]

    init(_ problems: [DocumentProblem]) {
        self.problems = problems
    }

    /// A refusal for one reason.
    init(at pointer: String, _ message: String, _ kind: DocumentProblem.Kind = .content) {
        problems = [DocumentProblem(pointer: pointer, message: message, kind: kind)]
    }
}
