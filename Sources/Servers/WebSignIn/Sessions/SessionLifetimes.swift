// SPDX-License-Identifier: Apache-2.0

/// How long the sessions of a web app last.
///
/// ```swift
/// let lifetimes = SessionLifetimes(idle: .seconds(30 * 60), absolute: .seconds(12 * 3600))
/// let web = try WebSignIn(
///     at: address, registrations: [work], keepingIn: storage, over: transport, lifetimes: lifetimes)
/// ```
public struct SessionLifetimes: Sendable, Hashable {
    /// The time after the last request at which a session ends.
    public var idle: Duration
    /// The time after the latest sign-in at which a session ends, also in use.
    public var absolute: Duration
    /// The time in which a person may complete a sign-in; a session without an account lasts as long.
    public var signIn: Duration

    /// Creates lifetimes; the defaults are eight hours without a request, seven days in all, ten minutes for a sign-in.
    public init(
        idle: Duration = .seconds(8 * 3600), absolute: Duration = .seconds(7 * 24 * 3600),
        signIn: Duration = .seconds(600)
    ) {
        (self.idle, self.absolute, self.signIn) = (idle, absolute, signIn)
    }
}
