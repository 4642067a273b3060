// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import HTTPServing

/// The examples of requests and their contexts, in the doc comments.
enum ServingExamples {
    /// Stands for what an app knows of whoever asks.
    struct Visitor: Sendable {}

    // snippet: RequestContext
    struct AppContext: RequestContext {
        var core: RequestCore
        var visitor: Visitor?

        init(core: RequestCore) { self.core = core }
    }
    // snippet: end

    static func version(of content: [UInt8]) -> (String, HTTPFields) {
        // snippet: ContentVersion
        let version = ContentVersion.text(of: content)
        let link = "<link rel=\"stylesheet\" href=\"/style.css?\(version)\">"
        let headers: HTTPFields = [.cacheControl: "public, max-age=31536000, immutable"]
        // snippet: end
        return (link, headers)
    }

    static func fields(_ request: inout HTTPRequest, _ response: HTTPResponse) -> [String] {
        // snippet: HTTPFields
        request.headerFields[.accept] = "application/json"
        request.headerFields.append(HTTPField(name: .accept, value: "text/html"))
        let challenges = response.headerFields[values: .wwwAuthenticate]
        // snippet: end
        return challenges
    }
}

/// The examples of a command's arguments, in the doc comments.
struct ArgumentExamples: ParsableArguments {
    // snippet: Argument
    @Argument("<text>", help: "The text of the task. Several words need no quotes.") var words: [String]
    // snippet: end
    // snippet: Flag
    @Flag("--json", help: "Print the result as JSON.") var json = false
    // snippet: end
    // snippet: Option
    @Option("-X, --request <method>", help: "The HTTP method.") var method: String?
    // snippet: end
}
