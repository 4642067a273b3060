// SPDX-License-Identifier: Apache-2.0
public import BearerAuth
public import HTTPMessages
public import HTTPServing

extension BearerChallenge: HTTPResponseError {
    /// The response of ``BearerAuth/BearerChallenge/response``, as Hummingbird sends it.
    public func response(from request: Request, context: some RequestContext) -> Response { Response(response) }
}

extension ProviderUnavailable: HTTPResponseError {
    /// 503.
    public var status: HTTPResponse.Status { response.status }

    /// The response of ``BearerAuth/ProviderUnavailable/response``, as Hummingbird sends it.
    public func response(from request: Request, context: some RequestContext) -> Response { Response(response) }
}

extension Response {
    fileprivate init(_ response: TransportResponse) {
        self.init(
            status: response.status, headers: response.head.headerFields,
            body: ResponseBody(response.body))
    }
}
