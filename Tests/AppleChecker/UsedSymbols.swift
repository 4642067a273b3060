// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax

/// The names that sources use, with the calls' labels where they are called.
final class UsedSymbols: SyntaxVisitor {
    private(set) var names: Set<String> = []
    private var uses: [(name: String, labels: [String]?, place: String)] = []
    private var file: SourceFile?

    /// The oldest systems that the package runs on.
    private static let oldest = ["iOS": Availability.Version("18.0"), "macOS": Availability.Version("15.0")]

    init(_ files: [SourceFile]) {
        super.init(viewMode: .sourceAccurate)
        for file in files {
            self.file = file
            walk(file.tree)
        }
    }

    /// Each use of a symbol that a system of the package does not have yet.
    func findings(against symbols: [DeclaredSymbol]) -> [String] {
        let declared = Dictionary(grouping: symbols) { $0.name.base == "init" ? $0.page : $0.name.base }
        return uses.flatMap { use -> [String] in
            let named = declared[use.name] ?? []
            let called = named.filter { $0.name.labels == nil || use.labels == nil || $0.name.labels == use.labels }
            return (called.isEmpty ? named : called).flatMap { symbol in
                symbol.availability.versions.compactMap { system, version in
                    guard let oldest = Self.oldest[system], version > oldest else { return nil }
                    return "\(use.place): \(symbol.name) is there since \(system) \(version) (\(symbol.page))"
                }
            }
        }
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        let called = node.parent?.as(MemberAccessExprSyntax.self).map(Syntax.init) ?? Syntax(node)
        let call = called.parent?.as(FunctionCallExprSyntax.self)
        let labels = call.map { $0.arguments.map { $0.label?.text ?? "_" } }
        return use(node, node.baseName.text, call?.trailingClosure == nil ? labels : nil)
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind { use(node, node.name.text, nil) }
    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind { use(node, node.name.text, nil) }

    private func use(_ node: some SyntaxProtocol, _ name: String, _ labels: [String]?) -> SyntaxVisitorContinueKind {
        guard let file else { return .visitChildren }
        names.insert(name)
        uses.append((name, labels, file.place(of: node)))
        return .visitChildren
    }
}
