// SPDX-License-Identifier: Apache-2.0
/// A number of seconds; the provider may send it as a number or as text.
struct LenientSeconds: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = try (try? container.decode(Double.self)) ?? Double(container.decode(String.self))
        guard let number, number.isFinite, number >= 0 else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a number of seconds")
        }
        // Limited to a year, which is long enough; a larger number would also crash the conversion to `Int`.
        value = Int(min(number, 366 * 86_400))
    }
}
