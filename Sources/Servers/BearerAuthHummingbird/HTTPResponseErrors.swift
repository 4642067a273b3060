// SPDX-License-Identifier: Apache-2.0
public import BearerAuth
public import HTTPTypes
public import Hummingbird

extension BearerChallenge: HTTPResponseError {
    /// Returns ``BearerAuth/BearerChallenge/response`` as a Hummingbird response.
    public func response(from request: Request, context: some RequestContext) -> Response { Response(response) }
}

extension ProviderUnavailable: HTTPResponseError {
    /// The status 503.
    public var status: HTTPResponse.Status { response.status }

    /// Returns ``BearerAuth/ProviderUnavailable/response`` as a Hummingbird response.
    public func response(from request: Request, context: some RequestContext) -> Response { Response(response) }
}

extension Response {
    fileprivate init(_ response: TransportResponse) {
        self.init(
            status: response.status, headers: response.head.headerFields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
    }
}
