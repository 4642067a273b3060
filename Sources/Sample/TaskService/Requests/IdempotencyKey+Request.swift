// SPDX-License-Identifier: Apache-2.0
import HTTPServing

extension IdempotencyKey {
    /// Reads the key of a request; `nil` without one.
    ///
    /// - Throws: ``TaskRefusal`` (`idempotencyKeyMalformed`).
    init?(of request: Request) throws(TaskRefusal) {
        let values = request.headers.values(of: "Idempotency-Key")
        guard let value = values.first else { return nil }
        guard values.count == 1, let key = IdempotencyKey(field: value) else {
            throw TaskRefusal(
                .idempotencyKeyMalformed,
                "Idempotency-Key must be one text of 1 to \(Self.maximumLength) characters in double quotes, as \"8e03978e\""
            )
        }
        self = key
    }
}
