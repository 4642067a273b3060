// SPDX-License-Identifier: Apache-2.0

public import HTTPServing
public import OAuthMessages
import PortableFoundation
import SignIn

/// Forms of pages: proof of their origin, and steps that run once.
extension WebSession {
    /// Returns the hidden fields that prove that a form is from a page of this session.
    ///
    /// - Parameter purpose: The form's purpose, such as `add task`; the fields are not valid for a form with another
    ///   purpose.
    /// - Returns: Names and values; the values change at each sign-in.
    /// - Throws: An error of the storage.
    public func formFields(for purpose: String) async throws -> [(name: String, value: String)] {
        [
            (Self.formPurposeField, purpose), (Self.formTokenField, try await stored().formToken(for: purpose)),
            (Self.formOnceField, app.keeper.random.text(bytes: 12)),
        ]
    }

    /// Reads a form, and rejects one that is not from a page of this session.
    ///
    /// - Parameters:
    ///   - request: The request with the form, URL-encoded or multipart, at most 256 KiB.
    ///   - purpose: The form's purpose, as in ``formFields(for:)``.
    /// - Returns: The fields.
    /// - Throws: ``FormRefused``, after which the middleware offers to send the form again, or an error with its own
    ///   status for content that is not a form.
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
            let token = form[Self.formTokenField], token.isSameSecret(as: open.formToken(for: purpose))
        else { throw FormRefused() }
    }

    /// Runs a form's step once, even if a double-click sends the form twice.
    ///
    /// The second request waits for the first. If the step fails, the form can be sent again. After ten minutes, a
    /// repeated form counts as new.
    ///
    /// - Parameters:
    ///   - form: A form with the fields of ``formFields(for:)``.
    ///   - step: The step.
    /// - Returns: The result of the step; `nil` if it already ran.
    /// - Throws: ``FormRefused`` for a form without these fields, or an error of the step or the storage.
    public func once<Result: Sendable>(
        _ form: FormParameters, _ step: () async throws -> Result
    ) async throws -> Result? {
        guard let id, let mark = form[Self.formOnceField], SessionSecret.isText(mark) else {
            throw FormRefused()
        }
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

extension OpenSession {
    /// Derived from the cookie, so that it changes at each sign-in.
    func formToken(for purpose: String) -> String { secret.formToken(for: purpose) }
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
