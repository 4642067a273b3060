// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import PortableFoundation
import SignInProvider
import SystemCryptography

/// A session that the cookie of a request has opened.
struct OpenSession: Sendable {
    let secret: SessionSecret
    let key: SessionKey
    var stored: StoredSession

    var id: StoredSession.ID { stored.id }

    /// The content of an entry; `nil` without one, and for one that cannot be opened.
    func content(_ name: String, in storage: any WebSessionStorage) async throws -> Data? {
        try await storage.entry(name, of: id).flatMap(key.content)
    }

    /// Saves an entry in place of the present one.
    ///
    /// - Returns: `false` if another request has changed it meanwhile, or the session has ended.
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
    /// The beginning of the names of the cookies of waiting sign-ins.
    let signInPrefix: String
    let isSecure: Bool
    let lifetimes: SessionLifetimes
    let time: TimeSource
    let random: RandomSource

    /// The session of a request's cookie; `nil` without one, and after its end.
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

    /// Begins a row without an account, which lasts as long as a sign-in may take.
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

    /// Gives a session a new cookie after a sign-in; the old one opens nothing from then on.
    ///
    /// - Returns: The session with its new secret; `nil` if another request ended it meanwhile.
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

    // MARK: Sign-ins that wait

    /// The cookie of one sign-in that waits for its response.
    ///
    /// Each has a cookie of its own, so that tabs that open side by side do not replace each other's. The name tells
    /// the age: the oldest goes when there are too many.
    func cookie(ofSignIn state: String, begunAt date: Date) -> BrowserCookie {
        let time = String(Int(date.timeIntervalSince1970), radix: 36)
        return BrowserCookie("\(signInPrefix)\(time)-\(Self.mark(state))", isSecure: isSecure)
    }

    /// The cookies of waiting sign-ins in a request by name, the oldest first.
    private func namesOfSignIns(in request: Request) -> [String] {
        let prefix = isSecure ? "__Host-\(signInPrefix)" : signInPrefix
        let pairs = BrowserCookie.pairs(in: request).filter { $0.starts(with: prefix.utf8) }
        let names = pairs.map { String(Substring($0.prefix { $0 != UInt8(ascii: "=") })) }
        return names.sorted { ($0.count, $0) < ($1.count, $1) }
            .map { isSecure ? String($0.dropFirst("__Host-".count)) : $0 }
    }

    /// The row of a waiting sign-in and its cookie; `nil` for a `state` of another browser, and after its time.
    func signIn(_ state: String, of request: Request) async throws -> (open: OpenSession, cookie: BrowserCookie)? {
        let mark = "-\(Self.mark(state))"
        guard let name = namesOfSignIns(in: request).last(where: { $0.hasSuffix(mark) }) else { return nil }
        let cookie = BrowserCookie(name, isSecure: isSecure)
        return try await open(cookie, of: request).map { ($0, cookie) }
    }

    /// Removes the oldest waiting sign-ins of a browser that has too many.
    ///
    /// A few at a time, since each one is a field of the response: a request can have a thousand cookies.
    ///
    /// - Returns: The fields that remove their cookies.
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

    /// Distinguishes waiting sign-ins, and reveals nothing of the `state`.
    private static func mark(_ state: String) -> String {
        String(SHA256.hash(data: Data(state.utf8)).unpaddedBase64URL.prefix(12))
    }

    private static let mostSignIns = 10

    /// The time of the last use is as precise as this, so that most requests write nothing.
    private static let precision: TimeInterval = 60

    /// The browser and the system in a few words, for the list of a person's sessions.
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
    /// Notes a request, and moves the end of the session.
    fileprivate mutating func use(at now: Date, within lifetimes: SessionLifetimes) {
        usedAt = now
        expiresAt = min(endsAt, now + lifetimes.idle)
    }
}

extension Date {
    static func + (date: Date, duration: Duration) -> Date { date + TimeInterval(duration.components.seconds) }
}
