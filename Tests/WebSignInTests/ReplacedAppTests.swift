// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPMessages
import SampleServers
import SignInTesting
import Synchronization
import Testing

/// An app takes the place of an earlier one, as `tessera web` does when its settings change.
@Suite struct ReplacedAppTests {
    /// A network that may be cut.
    private final class Network: Transport {
        private let inner: any Transport
        private let isCut = Mutex(false)

        init(_ inner: any Transport) { self.inner = inner }

        func cut() { isCut.withLock { $0 = true } }

        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            guard !isCut.withLock(\.self) else { throw TransportError(.connectionLost, "the network is cut") }
            return try await inner.send(request, body: body)
        }
    }

    @Test(arguments: [true, false])
    func `it has the tokens that the storage could not keep yet`(_ replaces: Bool) async throws {
        let tenant = try await withTenant { $0 }
        let (network, storage) = (Network(tenant.transport), FailingSessionStorage())
        let earlier = try VisitorBook(at: tenant, keepingIn: storage, over: network)
        var visitor = Visitor(of: earlier)
        try await visitor.signIn()
        tenant.clock.advance(by: .seconds(5400))
        storage.fail(["save"])
        #expect(try await visitor.get("/token").status == .serviceUnavailable)
        storage.fail([])
        network.cut()
        let book = try VisitorBook(
            at: tenant, keepingIn: storage, over: network, replacing: replaces ? earlier : nil)
        var later = Visitor(of: book)
        later.cookies = visitor.cookies
        let response = try await later.get("/token")
        #expect((response.text == "a token") == replaces, "\(response.status) \(response.text)")
    }
}
