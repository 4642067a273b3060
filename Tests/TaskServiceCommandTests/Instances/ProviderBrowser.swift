// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

@testable import SignInTesting

/// A person's browser at the provider, where it stays signed in from one visit to the next.
struct ProviderBrowser {
    let username: String
    var password = "watchword"
    private let tenant: URL
    private let administration: TenantAdministration
    private var browser: ScriptedBrowser

    init(of username: String, at tenant: URL, over transport: any Transport) {
        (self.username, self.tenant) = (username, tenant)
        administration = TenantAdministration(over: transport, at: tenant)
        browser = ScriptedBrowser(transport: transport)
    }

    /// Follows the app's redirect through the pages; gives the address at which the app gets the answer.
    ///
    /// The typed values are by field; that of `do` presses another button than the first.
    mutating func answer(
        to response: TransportResponse, typing typed: [String: String] = [:]
    ) async throws -> String {
        switch try await walk(from: try #require(URL(string: response.location), "\(response.text)"), typing: typed) {
        case .elsewhere(let address): return address.absoluteString
        case .page(let page): throw page.error
        }
    }

    /// Opens a page of the provider, answers its questions, and gives the last page.
    mutating func lastPage(from path: String) async throws -> String {
        switch try await walk(from: tenant.appending(path: path), typing: [:]) {
        case .elsewhere(let address): throw ScriptedUserAgentError(message: "it leads to \(address)")
        case .page(let page): return page.html
        }
    }

    private mutating func walk(from url: URL, typing typed: [String: String]) async throws -> ScriptedBrowser.Place {
        var place = try await browser.get(url)
        for _ in 0..<10 {
            switch place {
            case .elsewhere(let address) where !address.absoluteString.hasPrefix(tenant.absoluteString): return place
            case .elsewhere(let address): place = try await browser.get(address)
            case .page(let page) where !page.hasForm: return place
            case .page(let page):
                var answers = ScriptedPage.Answers(username: username, password: password)
                if page.asksForCode { answers.code = try await administration.code(sentTo: username) }
                let form = try page.form(filledWith: answers)
                var parameters = FormParameters()
                for pair in form.parameters.pairs { parameters.append(pair.name, typed[pair.name] ?? pair.value) }
                place = try await browser.post(.init(address: form.address, parameters: parameters))
            }
        }
        throw ScriptedUserAgentError(message: "the provider's pages form a loop")
    }
}
