// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPMessages
import HTTPTypes
import Hummingbird
import JSONWebSignatures
import Logging
import NIOCore

@testable import BearerAuthHummingbird

let api = try ProtectedAPI()
let bearer = "Bearer \(try api.token.signed())"
try await api.ask("/.well-known/oauth-protected-resource")
try await api.ask()
try await api.ask("/whoami", bearer)
// One of two fields that got lost would let this request pass.
try await api.ask("/whoami", bearer, bearer)
var narrow = api.token
narrow.claims["scp"] = .string("openid")
try await api.ask("/whoami", "Bearer \(narrow.signed())")
try await api.ask("/reports", bearer)
var manager = api.token
manager.claims["roles"] = .array([.string("Reports.Read")])
try await api.ask("/reports", "Bearer \(manager.signed())")
try await api.ask("/payments", "Bearer \(manager.signed())")

// Two challenges
try await ProtectedAPI(bound: true).ask()

let unreachable = try ProtectedAPI()
await unreachable.provider.change { $0.isDown = true }
try await unreachable.ask("/whoami", bearer)

// Both values of `status` can be read.
let challenge = BearerChallenge(.scopeMissing("Tasks.ReadWrite"))
let status: HTTPTypes.HTTPResponse.Status = challenge.status
print(challenge.status.code, status.code)

// The head of a request
let names = ["B", "a", "b", "Authorization", "A"].compactMap { HTTPTypes.HTTPField.Name($0) }
var head = HTTPTypes.HTTPRequest(method: .post, scheme: "https", authority: "tasks.example:8443", path: "/tasks?q=1")
for (index, name) in names.enumerated() {
    head.headerFields.append(HTTPTypes.HTTPField(name: name, value: "\(index)"))
}
let message = try HTTPMessages.HTTPRequest(head)
let parts = [message.method.rawValue, message.scheme, message.authority, message.path].compactMap(\.self)
print(parts, message.headerFields.map { "\($0)" })

// The certificate of the connection
let certificate = SecureConnection(certificate: [1, 2, 3])
let channels: [any Channel] = [
    certificate, Connection(within: certificate), SecureConnection(certificate: nil), Connection(),
]
for channel in channels {
    let source = ApplicationRequestContextSource(channel: channel, logger: Logger { print($0) })
    print(try await MutualTLSContext(source: source).clientCertificate()?.thumbprint ?? "no certificate")
}

try await visitWebApp()
