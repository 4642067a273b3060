// SPDX-License-Identifier: Apache-2.0

public import HTTPServing
public import OAuthMessages
import PortableFoundation
import SignIn

extension WebSession {
    /// Returns the hidden fields that prove that a form with this purpose is from a page of this session.
    ///
    /// They are valid only for forms with the purpose, such as `add task`; the values change at each sign-in.
    public func formFields(for purpose: String) async throws -> [(name: String, value: String)] {
        [
            (Self.formPurposeField, purpose), (Self.formTokenField, try await stored().secret.formToken(for: purpose)),
            (Self.formOnceField, app.keeper.random.text(bytes: 12)),
        ]
    }

    /// Reads a form, URL-encoded or multipart, of at most 256 KiB; the purpose is as in ``formFields(for:)``.
    ///
    /// - Throws: ``FormRefused`` for a form that is not from a page of this session, which the middleware offers to
    ///   send again, or an error with its own status for content that is not a form.
    public func form(of request: Request, for purpose: String) async throws -> FormParameters {
        let form = try await RequestContent(of: request).form()
        try require(form, for: purpose)
        return form
    }

    /// Throws if a form is not from a page of this session.
    ///
    /// - Throws: ``FormRefused``, after which the middleware offers to send the form again.
    public func require(_ form: FormParameters, for purpose: String) throws {
        guard let open, form.all(Self.formPurposeField) == [purpose], form.all(Self.formTokenField).count == 1,
            let token = form[Self.formTokenField], token.isSameSecret(as: open.secret.formToken(for: purpose))
        else { throw FormRefused() }
    }

    /// Runs the step of a form with ``formFields(for:)`` once, even if a double-click sends the form twice.
    ///
    /// The second request waits for the first. If the step fails, the form can be sent again. After ten minutes, a
    /// repeated form counts as new.
    ///
    /// - Returns: The result of the step; `nil` if it already ran.
    /// - Throws: ``FormRefused`` for a form without these fields, or an error of the step or the storage.
    public func once<Result: Sendable>(
        _ form: FormParameters, _ step: () async throws -> Result
    ) async throws -> Result? {
        guard let id, let mark = form[Self.formOnceField], SessionSecret.isText(mark) else { throw FormRefused() }
        let (storage, name) = (app.storage, "form.\(id.rawValue).\(mark)")
        let claim = StorageClaim("\(name).step", in: storage, time: app.time)
        guard try await claim.acquire() else { return nil }
        return try await claim.holding {
            let before = app.time.date()
            // A claim that ends at once shows whether another one exists.
            guard try await storage.claim(name, by: mark, until: before, now: before) else { return nil }
            let result = try await step()
            // Only now: a form whose step failed can be sent again, even if the storage did not respond meanwhile.
            let after = app.time.date()
            _ = try? await storage.claim(name, by: mark, until: after + .seconds(600), now: after)
            return result
        }
    }

    static let formOnceField = "form-once"
    static let formPurposeField = "form-purpose"
    static let formTokenField = "form-token"
}

/// An error for a form that is not from a page of the browser's session; the middleware offers to send it again.
///
/// ```swift
/// do {
///     return try await session.form(of: request, for: "add task")
/// } catch is FormRefused {
///     await show("Open the page again.")  // the middleware offers the same when a route throws it
/// }
/// ```
public struct FormRefused: Error, Sendable {
    /// Creates the error.
    public init() {}
}
