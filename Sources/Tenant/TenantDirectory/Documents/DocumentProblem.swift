// SPDX-License-Identifier: Apache-2.0

/// One thing that is wrong in a document, at one place.
package struct DocumentProblem: Sendable, Hashable {
    /// Whether the document alone is wrong, or only together with what the tenant holds already.
    package enum Kind: Sendable, Hashable {
        case content, conflict
    }

    /// Where, as a JSON pointer; empty for the whole document. RFC 6901
    package let pointer: String
    /// Cause and remedy, in a sentence.
    package let message: String
    package var kind = Kind.content

    package init(pointer: String, message: String, kind: Kind = .content) {
        (self.pointer, self.message, self.kind) = (pointer, message, kind)
    }
}

extension DocumentProblem: CustomStringConvertible {
    package var description: String { "\(pointer.isEmpty ? "/" : pointer): \(message)" }
}

/// A document that was refused, with everything that is wrong in it.
package struct DocumentRefusal: Error, Sendable, Hashable {
    package let problems: [DocumentProblem]

    package init(_ problems: [DocumentProblem]) {
        self.problems = problems
    }

    /// A refusal for one reason.
    package init(at pointer: String, _ message: String, _ kind: DocumentProblem.Kind = .content) {
        problems = [DocumentProblem(pointer: pointer, message: message, kind: kind)]
    }
}
