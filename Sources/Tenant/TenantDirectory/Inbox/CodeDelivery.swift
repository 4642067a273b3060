// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The way of a code to somebody, and back: what it is good for, who gets it, and where.
package struct CodeDelivery: Sendable {
    package let codes: OneTimeCodes
    package let inbox: Inbox
    package let now: @Sendable () -> Date
    /// What the code is good for, such as a person in one browser.
    package let subject: String
    /// Who gets it, a person or an address, in whatever browser; sent and tried codes are counted by it.
    package let holder: String
    /// How it travels.
    package let channel: InboxMessage.Channel
    /// The e-mail address or telephone number.
    package let recipient: String
    /// Who sends it: a directory's name.
    package let sender: String

    package init(
        codes: OneTimeCodes, inbox: Inbox, now: @escaping @Sendable () -> Date, subject: String, holder: String,
        channel: InboxMessage.Channel, recipient: String, sender: String
    ) {
        self.codes = codes
        self.inbox = inbox
        self.now = now
        self.subject = subject
        self.holder = holder
        self.channel = channel
        self.recipient = recipient
        self.sender = sender
    }

    /// Whether a code was sent that is still good.
    package func isUnderway() async throws -> Bool {
        try await codes.isUnderway(for: subject, now: now())
    }

    /// Sends a code, and makes those before it worthless.
    ///
    /// - Parameter text: The message around the code; the usual one of a second factor if `nil`.
    /// - Returns: `false` if the holder had too many codes, and none was sent.
    /// - Throws: What the database throws.
    package func send(_ text: ((String) -> String)? = nil) async throws -> Bool {
        let now = now()
        guard let code = try await codes.make(for: subject, of: holder, now: now) else { return false }
        try await inbox.deliver(
            InboxMessage(
                channel: channel, recipient: recipient, sender: sender,
                text: text?(code) ?? "Use verification code \(code) for \(sender) authentication.", code: code,
                sentAt: now))
        return true
    }

    /// Judges what was typed, and counts the try.
    package func check(_ code: String) async throws -> OneTimeCodes.Outcome {
        try await codes.check(code, for: subject, of: holder, now: now())
    }
}

extension OneTimeCodes.Outcome {
    /// What the page of a second factor says when it asks again; after ``void`` it has sent a new code.
    package var secondFactorError: String? {
        switch self {
        case .accepted: nil
        case .wrong: "The code is not right. Try again."
        case .void: "That code is too old, or was tried too often. A new one is on its way."
        case .exhausted: OneTimeCodeEffort.refusal
        }
    }
}
