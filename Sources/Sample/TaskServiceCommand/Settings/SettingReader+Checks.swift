// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import HTTPServing
import HTTPTransport
import Hosts
import MicrosoftIdentity
import OAuthMessages
import PortableFoundation
import PostgresStorage
import ServerTLS
import SignInProvider
import TaskService

extension SettingReader {
    mutating func seconds(_ name: String) -> Duration { .seconds(number(name)?.value ?? 0) }

    mutating func listenAddress(_ group: String, scheme: ServerScheme) -> ServerAddress? {
        let host = text("\(group).address")
        let port = number("\(group).port")
        guard let host, let port else { return nil }
        let address = ServerAddress(host: host.value, port: port.value, scheme: scheme)
        guard HostAndPort(address.host) != nil else {
            return refused(
                host, "'\(host.value)' is not an address of this machine; use one such as 127.0.0.1 or 0.0.0.0")
        }
        return address
    }

    mutating func base() -> BaseURL? {
        guard let text = text("baseURL") else { return nil }
        let base = BaseURL(text.value)
        if base == nil {
            refuse(text, "'\(text.value)' is not the URL of a server; use https://HOST, without a path")
        }
        return base
    }

    mutating func hosts() -> [String] {
        let hosts = texts("listen.hosts")
        for host in hosts.value where !host.isEmpty && HostAndPort(host) == nil {
            refuse(hosts, "'\(host)' is not a host; use HOST or HOST:PORT")
        }
        return hosts.value
    }

    mutating func scope() -> String {
        guard let scope = text("scope") else { return "" }
        if scope.value.contains(where: \.isWhitespace) {
            refuse(scope, "a scope has no spaces; use one scope as in the tokens, without the API's URI")
        }
        return scope.value
    }

    mutating func allowedOrigins() -> Set<Origin> {
        let texts = texts("cors.origins")
        var origins = Set<Origin>()
        for text in texts.value where !text.isEmpty {
            guard let origin = URL(string: text).flatMap(Origin.init), origin.description == text,
                ["http", "https"].contains(URL(string: text)?.scheme)
            else {
                refuse(texts, "'\(text)' is not an origin; use https://HOST, without a path or slash")
                continue
            }
            origins.insert(origin)
        }
        return origins
    }

    mutating func requestRate() -> RequestRate? {
        guard let count = number("limits.requestsPerMinute")?.value, count > 0 else { return nil }
        return RequestRate(count: count, seconds: 60)
    }

    mutating func identity() -> CurrentTLSIdentity? {
        let (certificates, key) = (file("tls.certificateFile"), file("tls.keyFile"))
        let isNamed = (values["tls.certificateFile"] != nil, values["tls.keyFile"] != nil)
        if isNamed.0 != isNamed.1 {
            refuse(
                missing: isNamed.0 ? "tls.keyFile" : "tls.certificateFile",
                "the certificate and its key must be set together; set both, or neither")
        }
        guard let certificates, let key else { return nil }
        do {
            return try CurrentTLSIdentity(
                TLSIdentity(certificates: certificates.value, privateKey: Redacted(key.value)))
        } catch {
            return refused(
                certificates, "the certificates and the key are not PEM, or do not match; compare the files")
        }
    }

    mutating func store() -> TaskServiceConfiguration.Store? {
        let folder = text("data.folder")
        let (address, addressFile) = (text("database.address"), file("database.addressFile"))
        let connections = number("database.connections")
        let named = ["data.folder", "database.address", "database.addressFile"].filter { values[$0] != nil }
        guard named.count == 1 else {
            refuse(
                missing: named.last ?? "data.folder",
                named.isEmpty
                    ? "no storage is set; set data.folder, or database.addressFile for PostgreSQL"
                    : "\(named.joined(separator: " and ")) are mutually exclusive; keep one")
            return nil
        }
        if let folder { return .folder(URL(filePath: folder.value, directoryHint: .isDirectory).absoluteURL) }
        guard let address = address ?? addressFile, let connections else { return nil }
        do {
            return .database(try PostgresAddress(Redacted(address.value)), connections: connections.value)
        } catch let error as PostgresError where error.code == .missingLibrary {
            missingLibrary = error
            return nil
        } catch {
            return refused(address, "\(error)")
        }
    }

    mutating func collector() -> URL? {
        guard let text = text("traces.collector") else { return nil }
        if let url = URL(string: text.value), url.isWebAddress { return url }
        return refused(text, "it is not the URL of a collector; use http://HOST:4318, without a user name")
    }

    mutating func accepted() -> [AcceptedTokens] {
        let names = texts("providers")
        var seen = Set<String>()
        var accepted: [AcceptedTokens] = []
        if names.value.isEmpty { refuse(names, "it is empty; add a provider, or remove the setting") }
        for name in names.value where !name.isEmpty {
            let isName = name.wholeMatch(of: #/[a-z0-9\-]+/#) != nil
            guard isName, seen.insert(name).inserted else {
                refuse(
                    names,
                    "'\(name)' is invalid or a duplicate; use lowercase letters, digits, and dashes, and each name once"
                )
                continue
            }
            if let tokens = acceptedTokens(of: name) { accepted.append(tokens) }
        }
        return accepted
    }

    private mutating func acceptedTokens(of name: String) -> AcceptedTokens? {
        let provider = description(of: name)
        let audiences = texts("provider.NAME.audiences", for: name)
        let rule = text("provider.NAME.scopeRule", for: name)
        if audiences.value.isEmpty {
            refuse(
                missing: "provider.\(name).audiences",
                "it has no audience; use the client id of this API, or its URI")
        }
        guard let provider, let rule else { return nil }
        return AcceptedTokens(
            from: provider,
            AccessTokenRules(
                audiences: Set(audiences.value),
                scopeRule: rule.value == "everyAppButItsOwn" ? .everyAppButItsOwn : .everyCaller))
    }

    private mutating func description(of name: String) -> ProviderDescription? {
        let issuer = text("provider.NAME.issuer", for: name)
        let authority = text("provider.NAME.authority", for: name)
        switch (issuer, authority) {
        case (nil, nil):
            let isWrong = problems.contains {
                ["provider.\(name).issuer", "provider.\(name).authority"].contains($0.name)
            }
            if !isWrong {
                refuse(
                    missing: "provider.\(name).issuer",
                    "no issuer is set; set it, or provider.\(name).authority")
            }
            return nil
        case (.some, .some(let authority)):
            return refused(authority, "an issuer and an authority are mutually exclusive; keep one")
        case (.some(let issuer), nil):
            guard let url = URL(string: issuer.value), Origin(url)?.isSecure == true else {
                return refused(issuer, "it is not an issuer; use https://HOST, as in the provider's metadata")
            }
            return ProviderDescription(issuer: url)
        case (nil, .some(let authority)):
            do { return try Authority(authority.value).provider } catch {
                return refused(authority, error.message)
            }
        }
    }
}
