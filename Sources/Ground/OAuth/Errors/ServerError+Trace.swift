// SPDX-License-Identifier: Apache-2.0
import Foundation

extension ServerError {
    /// The id of all requests of one sign-in; the provider's support asks for this one first.
    public var correlationID: String? { trace.correlationID }
    /// The id of this one request, for the provider's support.
    public var traceID: String? { trace.traceID }
    /// The time of the request, by the provider's clock and in its own form, such as `2016-01-09 02:02:12Z`.
    public var timestamp: String? { trace.timestamp }

    /// The ids by which the provider's support finds the request, or an administrator in the sign-in logs.
    ///
    /// Microsoft's providers send them as members of an error, at the end of its description, or both.
    package struct Trace: Sendable, Hashable {
        /// The id of all requests of one sign-in; support asks for this one first.
        package var correlationID: String?
        /// The id of this one request.
        package var traceID: String?
        /// The time of the request, by the provider's clock and in its own form, such as `2016-01-09 02:02:12Z`.
        package var timestamp: String?

        /// Creates a trace from the known parts.
        package init(correlationID: String? = nil, traceID: String? = nil, timestamp: String? = nil) {
            self.correlationID = correlationID.flatMap(Self.identifier)
            self.traceID = traceID.flatMap(Self.identifier)
            self.timestamp = timestamp.flatMap(Self.time)
        }

        /// Finds a trace at the end of a description, on separate lines or after spaces.
        init(in description: String) {
            func value(of label: String) -> String? {
                guard let start = description.range(of: "\(label): ", options: .backwards)?.upperBound else {
                    return nil
                }
                return String(description[start...].prefix { !$0.isNewline })
            }
            func word(of label: String) -> String? {
                value(of: label)?.split(separator: " ", maxSplits: 1).first.map(String.init)
            }
            self.init(
                correlationID: word(of: "Correlation ID"), traceID: word(of: "Trace ID"),
                timestamp: value(of: "Timestamp"))
        }

        /// The label of each part of the trace in a description.
        static let labels = ["Trace ID", "Correlation ID", "Timestamp"]

        /// Apps print ids beside our own words, so an id must not look like a word.
        private static func identifier(_ text: String) -> String? {
            text.wholeMatch(of: #/[0-9A-Za-z-]{1,64}/#).map { String($0.0) }
        }

        private static func time(_ text: String) -> String? {
            text.prefixMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9:.]{5,15}Z/#).map { String($0.0) }
        }
    }
}
