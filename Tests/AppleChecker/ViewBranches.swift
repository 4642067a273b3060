// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax

/// Counts the decisions in views: a view holds at most one `switch` over its state, and nothing else that branches.
final class ViewBranches: SyntaxVisitor {
    private(set) var count = 0
    private(set) var findings: [String] = []
    private var file: SourceFile?
    private var switches: [Int] = []

    private static let views: Set = ["View", "ViewModifier", "App", "Scene", "ButtonStyle", "LabelStyle", "Commands"]
    private static let operators: Set = ["??", "&&", "||", "<", ">", "<=", ">=", "==", "!="]

    init(_ files: [SourceFile]) {
        super.init(viewMode: .sourceAccurate)
        for file in files {
            self.file = file
            walk(file.tree)
        }
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
        guard inherited.contains(where: Self.views.contains) else { return .visitChildren }
        count += 1
        switches.append(0)
        return .visitChildren
    }

    override func visitPost(_ node: StructDeclSyntax) {
        let inherited = node.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
        if inherited.contains(where: Self.views.contains) { switches.removeLast() }
    }

    override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
        if let seen = switches.popLast() {
            switches.append(seen + 1)
            if seen > 0 { found(node, "a second switch") }
        }
        return .visitChildren
    }

    override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { found(node, "if") }
    override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind { found(node, "guard") }
    override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind { found(node, "while") }
    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind { found(node, "for") }
    override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind { found(node, "catch") }
    override func visit(_ node: UnresolvedTernaryExprSyntax) -> SyntaxVisitorContinueKind { found(node, "? :") }
    override func visit(_ node: BinaryOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        Self.operators.contains(node.operator.text) ? found(node, node.operator.text) : .visitChildren
    }

    @discardableResult
    private func found(_ node: some SyntaxProtocol, _ branch: String) -> SyntaxVisitorContinueKind {
        guard !switches.isEmpty, let file else { return .visitChildren }
        findings.append("\(file.place(of: node)): a view decides: \(branch)")
        return .visitChildren
    }
}
