// SPDX-License-Identifier: Apache-2.0

struct Answer: Sendable {
    let status: HTTPResponse.Status
    let fields: HTTPFields
    let body: Data

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The content as a JSON object in which no member stands twice.
    func object() throws -> [String: JSONValue] { try StrictJSON.object(in: body) }

    var graphError: (code: String?, message: String?) {
        get throws {
            let error = try object()["error"]?.object
            return (error?["code"]?.string, error?["message"]?.string)
        }
    }

    var entries: [[String: JSONValue]] { get throws { try object()["value"]?.array?.compactMap(\.object) ?? [] } }

    /// A text of each entry that has it.
    func texts(_ name: String) throws -> [String] { try entries.compactMap { $0[name]?.string } }

    /// The path of the next page of Graph; `nil` on the last one.
    var nextPath: String? {
        get throws { try object()["@odata.nextLink"]?.string.map { String($0.replacing(Self.graph, with: "")) } }
    }

    private static let graph = "http://\(Site.authority)/v1.0"

    /// The members `error`, `error_codes` and `suberror` of a token endpoint's error.
    var refusal: [String?] {
        get throws {
            let error = try object()
            let numbers = error["error_codes"]?.array?.map(\.text).joined(separator: " ")
            return [error["error"]?.string, numbers, error["suberror"]?.string]
        }
    }

    subscript(name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }

    var location: String? { fields[.location] }

    /// What a redirect carries, in its query or its fragment.
    var carried: FormParameters {
        guard let location, let mark = location.firstIndex(where: { "?#".contains($0) }) else {
            return FormParameters()
        }
        return FormParameters(encoded: location[location.index(after: mark)...]) ?? FormParameters()
    }

    /// The `AADSTS` number of a page, of a redirect or of JSON.
    var errorNumber: Int? {
        let places = [carried["error_description"] ?? "", text]
        return places.lazy.compactMap { $0.firstMatch(of: #/AADSTS(\d+)/#) }.first.flatMap { Int($0.1) }
    }

    var form: PageForm { PageForm(text) }
}

/// What a browser sends from the first form of a page.
struct PageForm: Sendable {
    let action: String
    let fields: FormParameters

    init(_ html: String) {
        action = html.firstMatch(of: #/<form[^>]* action="([^"]*)"/#).map { Self.unescaped($0.1) } ?? ""
        let form = html[..<(html.range(of: "</form>")?.lowerBound ?? html.startIndex)]
        var fields = FormParameters()
        for input in form.matches(of: #/<input type="hidden" name="([^"]*)" value="([^"]*)">/#) {
            fields.append(Self.unescaped(input.1), Self.unescaped(input.2))
        }
        self.fields = fields
    }

    private static func unescaped(_ text: Substring) -> String {
        [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}
