// SPDX-License-Identifier: Apache-2.0
public import HTTPTypes
public import Hummingbird

/// The response (status 503) when a provider's metadata or keys are missing and a token cannot be judged.
///
/// The caller does not see the reason; ``BearerAuthenticator`` logs ``cause`` for the API's operators.
public struct ProviderUnavailable: HTTPResponseError {
    /// The reason: the provider does not answer, or it is not the one in the API's settings.
    public let cause: any Error

    init(cause: any Error) {
        self.cause = cause
    }

    /// 503.
    public var status: HTTPResponse.Status { .serviceUnavailable }

    /// The response as JSON.
    ///
    /// - Throws: The error of the JSON encoder.
    public func response(from request: Request, context: some RequestContext) throws -> Response {
        let body = try JSONBody(
            code: "provider_unavailable",
            message: "the identity provider's metadata or keys cannot be fetched; try again later"
        )
        .encoded()
        return Response(
            status: status, headers: [.contentType: "application/json; charset=utf-8"],
            body: ResponseBody(byteBuffer: body))
    }
}
