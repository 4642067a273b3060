// SPDX-License-Identifier: Apache-2.0
public import Logging
public import NIOCore

public protocol RequestContextSource {
    var logger: Logger { get }
}

public struct ApplicationRequestContextSource: RequestContextSource {
    public let channel: any Channel
    public let logger: Logger

    public init(channel: any Channel, logger: Logger) {
        self.channel = channel
        self.logger = logger
    }
}

public struct CoreRequestContextStorage: Sendable {
    var logger: Logger

    public init(source: some RequestContextSource) { logger = source.logger }
}

public protocol InitializableFromSource<Source>: Sendable {
    associatedtype Source

    init(source: Source)
}

public protocol RequestContext: InitializableFromSource, RequestContextSource {
    associatedtype Source: RequestContextSource = ApplicationRequestContextSource

    var coreContext: CoreRequestContextStorage { get set }
}

extension RequestContext {
    public var logger: Logger {
        get { coreContext.logger }
        set { coreContext.logger = newValue }
    }
}
