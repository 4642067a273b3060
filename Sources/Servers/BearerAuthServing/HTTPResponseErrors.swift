// SPDX-License-Identifier: Apache-2.0
public import BearerAuth
public import HTTPMessages
public import HTTPServing

extension BearerChallenge: HTTPResponseError {
    /// Returns ``BearerAuth/BearerChallenge/response`` as a response of `HTTPServing`.
    public func response(from request: Request, context: some RequestContext) -> Response { Response(response) }
}

extension ProviderUnavailable: HTTPResponseError {
    /// The status 503.
    public var status: HTTPResponse.Status { response.status }

    /// Returns ``BearerAuth/ProviderUnavailable/response`` as a response of `HTTPServing`.
    public func response(from request: Request, context: some RequestContext) -> Response { Response(response) }
}

extension Response {
    fileprivate init(_ response: TransportResponse) {
        self.init(
            status: response.status, headers: response.head.headerFields,
            body: ResponseBody(response.body))
    }
}
