// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import PortableFoundation
import SignInProvider
import SystemCryptography

struct OpenSession: Sendable {
    let secret: SessionSecret
    let key: SessionKey
    var stored: StoredSession

    var id: StoredSession.ID { stored.id }

    /// `nil` for a missing entry, and for one that cannot be opened.
    func content(_ name: String, in storage: any WebSessionStorage) async throws -> Data? {
        try await storage.entry(name, of: id).flatMap(key.content)
    }

    /// Replaces an entry; `false` if another request has changed it meanwhile, or the session has ended.
    func save(
        _ content: Data, as name: String, in storage: any WebSessionStorage, at now: Date
    ) async throws -> Bool {
        let version = try await storage.version(name, of: id) ?? 0
        let entry = try key.entry(name, content, replacing: version, at: now)
        return try await storage.save(entry, replacing: version, of: id)
    }
}

/// Opens, begins, and ends sessions; the only place that changes their rows.
struct SessionKeeper: Sendable {
    let storage: any WebSessionStorage
    let cookie: BrowserCookie
    let signInPrefix: String
    let isSecure: Bool
    let lifetimes: SessionLifetimes
    let time: TimeSource
    let random: RandomSource

    func session(of request: Request) async throws -> OpenSession? {
        guard var session = try await open(cookie, of: request) else { return nil }
        let now = time.date()
        if abs(now.timeIntervalSince(session.stored.usedAt)) >= Self.precision {
            session.stored.use(at: now, within: lifetimes)
            // Another request may have changed the cookie or ended the session meanwhile.
            guard try await storage.replace(session.stored, at: session.stored.lookup) else { return nil }
        }
        return session
    }

    func begin(for request: Request) async throws -> OpenSession {
        let now = time.date()
        let (secret, key) = (SessionSecret(from: random), SessionKey.random())
        let stored = StoredSession(
            id: StoredSession.ID(rawValue: random.text(bytes: 16)), lookup: secret.lookup,
            sealedKey: try secret.seal(key), startedAt: now, usedAt: now, endsAt: now + lifetimes.signIn,
            expiresAt: now + lifetimes.signIn, browser: Self.browser(of: request))
        try await storage.insert(stored)
        return OpenSession(secret: secret, key: key, stored: stored)
    }

    /// Replaces the cookie after a sign-in; `nil` if another request ended the session meanwhile.
    func renewed(_ session: OpenSession) async throws -> OpenSession? {
        let secret = SessionSecret(from: random)
        var stored = session.stored
        (stored.lookup, stored.sealedKey) = (secret.lookup, try secret.seal(session.key))
        let now = time.date()
        stored.endsAt = now + lifetimes.absolute
        stored.use(at: now, within: lifetimes)
        guard try await storage.replace(stored, at: session.stored.lookup) else { return nil }
        return OpenSession(secret: secret, key: session.key, stored: stored)
    }

    // MARK: Pending sign-ins

    /// One per sign-in, so that parallel tabs do not interfere; the oldest, by the time in the name, are removed.
    func cookie(ofSignIn state: String, begunAt date: Date) -> BrowserCookie {
        let time = String(Int(date.timeIntervalSince1970), radix: 36)
        return BrowserCookie("\(signInPrefix)\(time)-\(Self.mark(state))", isSecure: isSecure)
    }

    /// The cookie names of a request's pending sign-ins, oldest first.
    private func namesOfSignIns(in request: Request) -> [String] {
        let prefix = isSecure ? "__Host-\(signInPrefix)" : signInPrefix
        let pairs = BrowserCookie.pairs(in: request).filter { $0.starts(with: prefix.utf8) }
        let names = pairs.map { String(Substring($0.prefix { $0 != UInt8(ascii: "=") })) }
        return names.sorted { ($0.count, $0) < ($1.count, $1) }
            .map { isSecure ? String($0.dropFirst("__Host-".count)) : $0 }
    }

    /// `nil` for another browser's `state`, and after expiration.
    func signIn(_ state: String, of request: Request) async throws -> (open: OpenSession, cookie: BrowserCookie)? {
        let mark = "-\(Self.mark(state))"
        guard let name = namesOfSignIns(in: request).last(where: { $0.hasSuffix(mark) }) else { return nil }
        let cookie = BrowserCookie(name, isSecure: isSecure)
        return try await open(cookie, of: request).map { ($0, cookie) }
    }

    /// Returns `Set-Cookie` values: a few at a time, because a request can have 1,000 cookies.
    func forgetOldSignIns(of request: Request) async throws -> [String] {
        let cookies = namesOfSignIns(in: request).dropLast(Self.mostSignIns - 1).prefix(Self.mostSignIns)
            .map { BrowserCookie($0, isSecure: isSecure) }
        let secrets = cookies.compactMap { $0.value(in: request).flatMap(SessionSecret.init(cookie:)) }
        if !secrets.isEmpty { try await storage.remove(at: Set(secrets.map(\.lookup))) }
        return cookies.map(\.removing)
    }

    private func open(_ cookie: BrowserCookie, of request: Request) async throws -> OpenSession? {
        guard let secret = cookie.value(in: request).flatMap(SessionSecret.init(cookie:)),
            let stored = try await storage.session(secret.lookup), let key = secret.open(stored),
            stored.expiresAt > time.date()
        else { return nil }
        return OpenSession(secret: secret, key: key, stored: stored)
    }

    /// Distinguishes pending sign-ins without revealing the `state`.
    private static func mark(_ state: String) -> String {
        String(SHA256.hash(data: Data(state.utf8)).unpaddedBase64URL.prefix(12))
    }

    private static let mostSignIns = 10

    /// The resolution of `usedAt`, in seconds, so that most requests write nothing.
    private static let precision: TimeInterval = 60

    private static func browser(of request: Request) -> String {
        let text = request.headers[.userAgent] ?? ""
        let browsers = ["Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"]
        let order = ["Edg", "OPR", "Firefox", "Chrome", "Safari"]
        let systems = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
            ("Mac OS X", "Mac"), ("Linux", "Linux"),
        ]
        let browser = order.first { text.contains("\($0)/") }.flatMap { browsers[$0] }
        let system = systems.first { text.contains($0.0) }?.1
        return [browser, system].compactMap { $0 }.joined(separator: " on ")
    }
}

extension StoredSession {
    fileprivate mutating func use(at now: Date, within lifetimes: SessionLifetimes) {
        usedAt = now
        expiresAt = min(endsAt, now + lifetimes.idle)
    }
}

extension Date {
    static func + (date: Date, duration: Duration) -> Date { date + TimeInterval(duration.components.seconds) }
}
