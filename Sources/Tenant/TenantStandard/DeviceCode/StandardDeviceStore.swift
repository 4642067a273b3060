// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

/// Stores device codes; a code is approved in one transaction, and redeemed in one.
struct StandardDeviceStore: Sendable {
    /// The minimum time between two polls; each `slow_down` adds the same time. RFC 8628 §3.5
    static let interval: TimeInterval = 5
    /// The maximum number of pending requests; new requests replace the oldest.
    static let capacity = 1000

    let provider: StandardProvider

    private var database: TenantDatabase { provider.database }
    private var now: Date { provider.now }
    private var lifetime: TimeInterval { database.lifetimes[.standardDeviceCode] }

    func issue(to client: StandardClient, rights: StandardRights) async throws -> (device: String, user: String) {
        let code = provider.random.text()
        let row = StandardDeviceCode(
            codeHash: SecretHash.of(code), userCode: UserCode.make(from: provider.random), clientID: client.id,
            scope: rights.scopes.text, expiresAt: now + lifetime, interval: Self.interval,
            resources: rights.resourceText, authorizationDetails: rights.detailText)
        // Expired codes are kept for a while, so that a late device gets `expired_token`, not `invalid_grant`.
        let forgotten = now - max(lifetime, 900)
        try await database.write { database in
            try StandardDeviceCode.filter(Column("expiresAt") <= forgotten).deleteAll(database)
            let pending = StandardDeviceCode.filter(Column("state") == StandardDeviceCode.State.pending.rawValue)
            try StandardDeviceCode.makeRoom(among: pending, in: database, capacity: Self.capacity)
            try row.insert(database)
        }
        return (code, row.userCode)
    }

    func pending(_ userCode: String) async throws -> StandardDeviceCode? {
        let row = try await database.read {
            try StandardDeviceCode.filter(Column("userCode") == userCode).fetchOne($0)
        }
        return row.flatMap { $0.isPending(now) ? $0 : nil }
    }

    /// - Throws: ``StandardProblem`` if the request is no longer pending.
    func settle(_ userCode: String, with grant: StandardGrant?) async throws {
        let now = now
        let grantStore = provider.grantStore
        let isSettled = try await database.write { database in
            guard var row = try StandardDeviceCode.filter(Column("userCode") == userCode).fetchOne(database),
                row.isPending(now)
            else { return false }
            if let grant { try grantStore.insert(grant, in: database) }
            row.state = grant == nil ? .declined : .approved
            row.grantID = grant?.id
            try row.update(database)
            return true
        }
        guard isSettled else { throw StandardProblem.deviceGone }
    }

    func redeem(_ code: String, by client: StandardClient) async throws -> StandardGrant {
        let (hash, now) = (SecretHash.of(code), now)
        let result = try await database.write { database -> Result<StandardGrant, StandardError> in
            guard var row = try StandardDeviceCode.fetchOne(database, key: hash), row.clientID == client.id else {
                return .failure(.unusableGrant)
            }
            let outcome = row.poll(now: now, isTimeFrozen: try ClockState.kept(in: database).frozenAt != nil)
            try row.update(database)
            switch outcome {
            case .failure(let error): return .failure(error)
            case .success(let id):
                let grant = try StandardGrant.fetchOne(database, key: id)
                return grant.flatMap { $0.revokedAt == nil ? .success($0) : nil } ?? .failure(.unusableGrant)
            }
        }
        return try result.get()
    }
}

extension StandardProblem {
    static let deviceGone = StandardProblem(
        title: "This code is no longer valid", error: .unusableGrant,
        hint: "It was used or declined, or has expired. Start the sign-in on the device again, and enter its new code.")
}

/// A device's request, from its codes to its tokens. RFC 8628 §3
struct StandardDeviceCode: Codable, Sendable, FetchableRecord, PersistableRecord, StandardRightsRow {
    static let databaseTableName = "standardDeviceCode"

    enum State: String, Codable, Sendable {
        case pending, approved, declined, redeemed
    }

    let codeHash: String
    let userCode: String
    let clientID: String
    let scope: String
    let expiresAt: Date
    var interval: TimeInterval
    var state = State.pending
    var grantID: String?
    var lastPolledAt: Date?
    var resources: String?
    var authorizationDetails: String?

    func isPending(_ now: Date) -> Bool { state == .pending && expiresAt > now }

    /// Returns the grant's id once; with a frozen clock a device cannot wait, so no `slow_down` is sent. RFC 8628 §3.5
    mutating func poll(now: Date, isTimeFrozen: Bool) -> Result<String, StandardError> {
        guard state != .redeemed else { return .failure(.unusableGrant) }
        guard expiresAt > now else { return .failure(.deviceCodeExpired) }
        let isHasty = lastPolledAt.map { (0..<interval).contains(now.timeIntervalSince($0)) } ?? false
        lastPolledAt = now
        if isHasty, !isTimeFrozen {
            interval += StandardDeviceStore.interval
            return .failure(.slowDown)
        }
        switch state {
        case .declined: return .failure(StandardError(.accessDenied, "The user declined the sign-in."))
        case .approved:
            guard let grantID else { return .failure(.unusableGrant) }
            state = .redeemed
            return .success(grantID)
        case .pending, .redeemed: return .failure(.authorizationPending)
        }
    }
}

extension StandardError {
    static let authorizationPending = StandardError(
        .authorizationPending, "The user has not answered yet. Poll again after the interval.")
    static let slowDown = StandardError(
        .slowDown, "The device polls too often. Increase the polling interval by five seconds.")
    static let deviceCodeExpired = StandardError(
        .expiredToken, "The device code has expired. Start the sign-in on the device again.")
}

extension StandardProvider {
    /// The pages where a person enters a device's code, and confirms that the device is theirs. RFC 8628 §3.3
    ///
    /// A URL with the code fills it in, but the person must still confirm it (§3.3.1, §5.4).
    func addDevicePages(to router: Router<ServingContext>) {
        let path = StandardEndpoint.device.routerPath
        router.get(path) { request, _ in
            let typed = FormParameters(encoded: request.uri.query ?? "")?["user_code"] ?? ""
            return pages.userCode(String(typed.prefix(40)), at: StandardEndpoint.device.path, request: request)
        }
        router.post(path) { request, _ in
            let boundary = StandardErrorBoundary(provider: self, request: request)
            return try await boundary.withPage {
                try await answer(try await RequestContent(of: request).form(), boundary)
            }
        }
    }

    private func answer(_ form: FormParameters, _ boundary: StandardErrorBoundary) async throws -> Response {
        let (request, path) = (boundary.request, StandardEndpoint.device.path)
        let typed = try form.optional("user_code") ?? ""
        let isDeclined = try form.optional("cancel") != nil
        let isAnswered = try form.optional("continue") != nil || isDeclined
        try pages.checkForm(form, purpose: isAnswered ? Pages.confirmation(of: typed) : Pages.purpose, request: request)
        guard let row = try await row(of: UserCode.normalized(typed), request),
            let client = try await client(row.clientID)
        else { return pages.userCode(typed, isWrong: true, at: path, request: request) }
        guard isAnswered else {
            return pages.deviceConfirmation(row.userCode, appName: client.name, at: path, request: request)
        }
        return try await boundary.withDevice(row.userCode) { authorize in
            if isDeclined { throw StandardError(.accessDenied, "The user declined the sign-in.") }
            return try await InteractionSteps(authorize, provider: self, request: request).begin()
        }
    }

    /// The pending request for a code; a wrong code counts as a guess.
    private func row(of userCode: String, _ request: Request) async throws -> StandardDeviceCode? {
        let (now, guesses) = (now, UserCodeGuesses(database: database))
        let cookie = pages.cookie(of: request).value
        guard try await guesses.isAllowed(cookie, now: now) else { return nil }
        let row = try await devices.pending(userCode)
        if row == nil { try await guesses.count(cookie, now: now) }
        return row
    }
}

extension ClientForm {
    /// RFC 8628 §3.1, §3.2.
    func beginDevice() async throws -> Response {
        guard client.metadata.grantTypes.contains(.deviceCode) else {
            throw StandardError(.unauthorizedClient, "This client did not register the grant_type for device codes.")
        }
        let rights = try parameters.rights(
            for: client, responseType: .code, among: try await provider.resourceServers())
        let codes = try await provider.devices.issue(to: client, rights: rights)
        let page = provider.url(.device)
        return StandardReply.json([
            "device_code": .string(codes.device), "user_code": .string(codes.user), "verification_uri": .string(page),
            "verification_uri_complete": .string("\(page)?user_code=\(codes.user)"),
            "expires_in": .integer(provider.database.lifetimes.seconds(.standardDeviceCode)),
            "interval": .integer(Int(StandardDeviceStore.interval)),
        ])
    }
}
