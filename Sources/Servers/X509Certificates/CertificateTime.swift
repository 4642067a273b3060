// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SystemCryptography

/// A time as in certificates: in whole seconds, without a time zone. RFC 5280 §4.1.2.5
struct CertificateTime {
    private let parts: tm

    /// Drops fractions of a second; throws ``CertificateError`` (`time`) outside the years 1 to 9999.
    init(_ date: Date) throws(CertificateError) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        var parts = tm()
        guard (-62_135_596_800...253_402_300_799).contains(seconds) else {
            throw CertificateError(.time, "the time \(date.timeIntervalSince1970) is outside the years 1 to 9999")
        }
        var time = time_t(seconds)
        gmtime_r(&time, &parts)
        self.parts = parts
    }

    /// Years from 1950 to 2049 have two digits, others four. RFC 5280 §4.1.2.5.1, §4.1.2.5.2
    func write(to writer: inout DER.Writer) {
        let year = parts.tm_year + 1900
        let isShort = (1950...2049).contains(year)
        let century = isShort ? [] : [year / 100]
        let numbers =
            century + [year % 100, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec]
        let zero = UInt8(ascii: "0")
        let digits = numbers.flatMap { [zero + UInt8($0 / 10), zero + UInt8($0 % 10)] }
        writer.element(isShort ? DER.Tag.utcTime : DER.Tag.generalizedTime, digits + [UInt8(ascii: "Z")])
    }
}
