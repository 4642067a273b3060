// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages

/// The code of the refusal that a call throws; `nil` if it throws none.
package func refused<Value>(
    isolation: isolated (any Actor)? = #isolation, _ call: () async throws -> Value
) async -> Refusal.Code? {
    do {
        _ = try await call()
        return nil
    } catch let refusal as Refusal {
        return refusal.code
    } catch {
        Issue.record(error, "the error is no refusal")
        return nil
    }
}

/// The same for a synchronous call.
package func refused<Value>(_ call: () throws -> Value) -> Refusal.Code? {
    do {
        _ = try call()
        return nil
    } catch let refusal as Refusal {
        return refusal.code
    } catch {
        Issue.record(error, "the error is no refusal")
        return nil
    }
}
