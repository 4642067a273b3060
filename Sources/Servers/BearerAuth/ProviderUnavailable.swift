// SPDX-License-Identifier: Apache-2.0
public import HTTPTypes
public import Hummingbird

/// The answer where a token cannot be judged, because its provider's metadata or keys cannot be had: status 503.
///
/// The caller is not told why; whoever runs the API reads it in ``cause``, which ``BearerAuthenticator`` logs.
public struct ProviderUnavailable: HTTPResponseError {
    /// Why the provider cannot be asked: it does not answer, or it is not the one that the API's settings name.
    public let cause: any Error

    init(cause: any Error) {
        self.cause = cause
    }

    /// 503.
    public var status: HTTPResponse.Status { .serviceUnavailable }

    /// The answer, as JSON.
    ///
    /// - Throws: What the encoder of the JSON throws.
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
