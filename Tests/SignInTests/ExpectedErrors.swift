// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import SignIn
import Testing

protocol CodedError: Error {
    associatedtype Code: Equatable
    var code: Code { get }
}

extension AccountStorageError: CodedError {}
extension Refusal: CodedError {}
extension ServerError: CodedError {}
extension TransportError: CodedError {}

@discardableResult
func expect<Failure: CodedError, Value>(
    _ type: Failure.Type, _ code: Failure.Code, _ comment: Comment? = nil,
    _ location: SourceLocation = #_sourceLocation, _ work: () async throws -> Value
) async -> Failure? {
    let failure = await #expect(throws: type, comment, sourceLocation: location) { _ = try await work() }
    #expect(failure?.code == code, comment, sourceLocation: location)
    return failure
}

@discardableResult
func expectNow<Failure: CodedError, Value>(
    _ type: Failure.Type, _ code: Failure.Code, _ comment: Comment? = nil,
    _ location: SourceLocation = #_sourceLocation, _ work: () throws -> Value
) -> Failure? {
    let failure = #expect(throws: type, comment, sourceLocation: location) { _ = try work() }
    #expect(failure?.code == code, comment, sourceLocation: location)
    return failure
}
