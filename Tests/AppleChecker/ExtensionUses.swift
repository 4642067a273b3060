// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax

extension AttributeListSyntax {
    /// Whether they keep a declaration from app extensions: `@available(iOSApplicationExtension, unavailable)`.
    fileprivate var excludesExtensions: Bool {
        contains { attribute in
            guard case .attribute(let attribute) = attribute, case .availability(let list) = attribute.arguments
            else { return false }
            let words = list.map { $0.argument.trimmedDescription }
            return words.contains("iOSApplicationExtension") && words.contains("unavailable")
        }
    }
}

extension Syntax {
    /// This node and those around it.
    fileprivate var enclosing: some Sequence<Syntax> { sequence(first: self, next: \.parent) }

    fileprivate var excludesExtensions: Bool {
        (asProtocol(SyntaxProtocol.self) as? any WithAttributesSyntax)?.attributes.excludesExtensions ?? false
    }
}

/// Collects the members that app extensions lack, as `UIApplication.shared`.
final class ExtensionExclusions: SyntaxVisitor {
    private(set) var members: Set<String> = []

    init(_ files: [SourceFile]) {
        super.init(viewMode: .sourceAccurate)
        for file in files { walk(file.tree) }
    }

    override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind {
        guard Syntax(node.decl).excludesExtensions, let name = SymbolName(node.decl) else { return .visitChildren }
        for around in Syntax(node).enclosing {
            guard let type = around.asProtocol(SyntaxProtocol.self) as? any NamedDeclSyntax else { continue }
            members.insert("\(type.name.text).\(name.base)")
            break
        }
        return .visitChildren
    }
}

/// Finds what an app extension could not compile: uses of members that it lacks, in a declaration that it has.
final class ExtensionUses: SyntaxVisitor {
    private(set) var findings: [String] = []
    private let exclusions: Set<String>
    private var file: SourceFile?

    init(_ files: [SourceFile], of exclusions: Set<String>) {
        self.exclusions = exclusions
        super.init(viewMode: .sourceAccurate)
        for file in files {
            self.file = file
            walk(file.tree)
        }
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        let member = "\(node.base?.trimmedDescription ?? "").\(node.declName.baseName.text)"
        if exclusions.contains(member), let file, !Syntax(node).enclosing.contains(where: \.excludesExtensions) {
            findings.append("\(file.place(of: node)): app extensions have no \(member)")
        }
        return .visitChildren
    }
}
