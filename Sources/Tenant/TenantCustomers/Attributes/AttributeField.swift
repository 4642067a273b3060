// SPDX-License-Identifier: Apache-2.0
import PageTemplates
import TenantDirectory

struct AttributeField: Sendable, Hashable {
    let definition: AttributeDefinition
    let isRequired: Bool

    var name: String { definition.claimName }

    static func fields(of flow: UserFlow, defined: [AttributeDefinition]) -> [AttributeField] {
        let known = AttributeDefinition.builtIn + defined
        return flow.attributes.compactMap { attribute in
            known.first { $0.claimName == attribute.name }
                .map { AttributeField(definition: $0, isRequired: attribute.isRequired) }
        }
    }

    /// The value from the customer's input: `nil` for an empty field, but `false` for an empty checkbox.
    func value(of typed: String) throws -> AttributeValue? {
        if definition.kind == .boolean {
            guard !isRequired || typed == "true" else {
                throw AttributeProblem(field: name, text: "Select “\(label)”.")
            }
            return .boolean(typed == "true")
        }
        guard !typed.isEmpty else {
            guard isRequired else { return nil }
            throw AttributeProblem(
                field: name,
                text: name == "displayName" ? "Enter the name to show to others." : "\(label) is required.")
        }
        switch definition.kind {
        case .number:
            guard let number = Int(typed) else {
                throw AttributeProblem(field: name, text: "\(label) must be a whole number, such as 3.")
            }
            return .number(number)
        case .choice:
            guard definition.options.contains(typed) else {
                throw AttributeProblem(field: name, text: "Choose one of the options for \(label).")
            }
            return .text(typed)
        default:
            return .text(try line(typed))
        }
    }

    private func line(_ typed: String) throws -> String {
        let noun = AttributeProblem.isName(name) ? "A name" : label
        if typed.unicodeScalars.count > 128 {
            throw AttributeProblem(field: name, text: "\(noun) can have at most 128 characters.")
        }
        if typed.unicodeScalars.contains(where: { $0.isInvisible && !$0.isJoiner }) {
            throw AttributeProblem(field: name, text: "\(noun) cannot contain line breaks or invisible characters.")
        }
        return typed
    }

    private var label: String { definition.label }

    func values(typed: String, wrong: String?) -> PageValues {
        var values: PageValues = [
            "name": name, "label": label, "isRequired": isRequired, "isOptional": !isRequired, "value": typed,
            "autocomplete": definition.autocomplete, "isText": definition.kind == .text,
            "isNumber": definition.kind == .number, "isBoolean": definition.kind == .boolean,
            "isTicked": typed == "true", "isChoice": definition.kind == .choice,
            "options": definition.options.map { ["option": $0, "isChosen": $0 == typed] as PageValues },
            "isWrong": wrong == name,
        ]
        if definition.kind == .boolean { values["value"] = "true" }
        return values
    }
}

struct AttributeProblem: Error, Sendable, Hashable {
    let field: String
    let text: String

    static func isName(_ field: String) -> Bool { ["displayName", "givenName", "surname"].contains(field) }
}
