// SPDX-License-Identifier: Apache-2.0

/// The lifetimes of a web app's sessions.
///
/// ```swift
/// let lifetimes = SessionLifetimes(idle: .seconds(30 * 60), absolute: .seconds(12 * 3600))
/// let web = try WebSignIn(
///     at: address, registrations: [work], keepingIn: storage, over: transport, lifetimes: lifetimes)
/// ```
public struct SessionLifetimes: Sendable, Hashable {
    /// The time after the last request when a session ends.
    public var idle: Duration
    /// The time after the latest sign-in when a session ends, even if it is in use.
    public var absolute: Duration
    /// The time limit for completing a sign-in, and the lifetime of a session without an account.
    public var signIn: Duration

    /// Creates lifetimes; by default eight hours without a request, seven days in total, and ten minutes for a sign-in.
    public init(
        idle: Duration = .seconds(8 * 3600), absolute: Duration = .seconds(7 * 24 * 3600),
        signIn: Duration = .seconds(600)
    ) {
        (self.idle, self.absolute, self.signIn) = (idle, absolute, signIn)
    }
}
