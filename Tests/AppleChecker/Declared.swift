// SPDX-License-Identifier: Apache-2.0
import SwiftParser
import SwiftSyntax

/// The versions of iOS and macOS that first have a symbol; absent where the system does not have it.
struct Availability: Equatable, CustomStringConvertible {
    var versions: [String: Version] = [:]

    struct Version: Comparable, CustomStringConvertible {
        let parts: [Int]
        init(_ text: some StringProtocol) {
            var parts = text.split(separator: ".").map { Int($0) ?? 0 }
            while parts.last == 0 { parts.removeLast() }
            self.parts = parts
        }
        static func < (one: Version, other: Version) -> Bool { one.parts.lexicographicallyPrecedes(other.parts) }
        var description: String { parts.map(String.init).joined(separator: ".") }
    }

    init() {}

    init?(_ attributes: AttributeListSyntax) {
        for case .attribute(let attribute) in attributes {
            guard case .availability(let arguments) = attribute.arguments else { continue }
            for case .availabilityVersionRestriction(let stated) in arguments.map(\.argument) {
                guard let version = stated.version else { continue }
                versions[stated.platform.text] = Version(version.trimmedDescription)
            }
        }
        if versions.isEmpty { return nil }
    }

    var description: String {
        ["iOS", "macOS"].map { "\($0) \(versions[$0]?.description ?? "-")" }.joined(separator: ", ")
    }
}

/// A symbol of Apple's as one of the two passes states it.
struct DeclaredSymbol {
    let page: String
    let name: SymbolName
    let availability: Availability
    let place: String
}

/// The base name and the argument labels of a declaration, which is how a caller writes it.
struct SymbolName: Hashable, CustomStringConvertible {
    let base: String
    let labels: [String]?

    var description: String { labels.map { "\(base)(\($0.map { $0 + ":" }.joined()))" } ?? base }

    /// - Returns: Nothing where the declaration has no name of its own, such as an extension.
    init?(_ declaration: some SyntaxProtocol) {
        switch Syntax(declaration).as(SyntaxEnum.self) {
        case .functionDecl(let function): self.init(function.name.text, function.signature.parameterClause)
        case .initializerDecl(let initializer): self.init("init", initializer.signature.parameterClause)
        case .enumCaseDecl(let cases): self.init(plain: cases.elements.first?.name.text)
        case .variableDecl(let variable): self.init(plain: variable.bindings.first?.pattern.trimmedDescription)
        case .subscriptDecl(let declared): self.init("subscript", declared.parameterClause)
        case .macroDecl(let macro): self.init(plain: macro.name.text)
        default:
            let type = Syntax(declaration).asProtocol(SyntaxProtocol.self) as? any NamedDeclSyntax
            self.init(plain: type?.name.text)
        }
    }

    private init?(plain base: String?) {
        guard let base else { return nil }
        (self.base, labels) = (base.replacing("`", with: ""), nil)
    }

    private init(_ base: String, _ clause: FunctionParameterClauseSyntax) {
        (self.base, labels) = (base, clause.parameters.map(\.firstName.text))
    }
}

/// Collects each declaration whose comment names a page of Apple's documentation.
final class DeclaredSymbols: SyntaxVisitor {
    private(set) var symbols: [DeclaredSymbol] = []
    private let file: SourceFile
    private var enclosing: [Availability] = []

    init(_ file: SourceFile) {
        self.file = file
        super.init(viewMode: .sourceAccurate)
        walk(file.tree)
    }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind { record(Syntax(node.item)) }

    override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind { record(Syntax(node.decl)) }

    override func visitPost(_ node: CodeBlockItemSyntax) { enclosing.removeLast() }

    override func visitPost(_ node: MemberBlockItemSyntax) { enclosing.removeLast() }

    private func record(_ node: Syntax) -> SyntaxVisitorContinueKind {
        let attributes = (node.asProtocol(SyntaxProtocol.self) as? any WithAttributesSyntax)?.attributes
        let stated = attributes.flatMap { Availability($0) } ?? enclosing.last ?? Availability()
        enclosing.append(stated)
        let pages = node.leadingTrivia.compactMap { piece -> String? in
            guard case .lineComment(let text) = piece, text.hasPrefix("// documentation/") else { return nil }
            return String(text.dropFirst(3))
        }
        for page in pages {
            guard let name = SymbolName(node) else { continue }
            symbols.append(DeclaredSymbol(page: page, name: name, availability: stated, place: file.place(of: node)))
        }
        return .visitChildren
    }
}
