// SPDX-License-Identifier: Apache-2.0
package import Hosts
package import OAuthMessages
package import PortableFoundation

extension URLHost {
    package init(ofForeign address: URL, _ subject: String? = nil) throws(Refusal) {
        do throws(Defect) {
            try self.init(of: address)
        } catch {
            throw .malformedHost(subject ?? address.withoutQueryAndFragment, error)
        }
    }

    package init(ofForeignAuthority text: String) throws(Refusal) {
        do throws(Defect) {
            try self.init(ofAuthority: text)
        } catch {
            throw .malformedHost(text, error)
        }
    }

    package func addresses(resolving resolve: NetworkReach.Resolver) async throws -> [[UInt8]] {
        if let address { return [address] }
        return try await resolve(description)
    }
}

extension URL {
    /// For messages: query and fragment may hold a secret, such as an authorization code.
    var withoutQueryAndFragment: String { String(absoluteString.prefix { $0 != "?" && $0 != "#" }) }
}

extension Refusal {
    fileprivate static func malformedHost(_ subject: String, _ defect: URLHost.Defect) -> Refusal {
        Refusal(.hostMalformed, "\(subject.asForeignText()) \(defect.explanation)")
    }
}
