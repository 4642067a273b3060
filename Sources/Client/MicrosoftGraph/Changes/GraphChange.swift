// SPDX-License-Identifier: Apache-2.0

/// A change to an object since the last round.
///
/// ```swift
/// switch change {
/// case .present(let person): known[person.id] = person
/// case .removed(let id, _): known[id] = nil
/// }
/// ```
public enum GraphChange<Item: Decodable & Sendable>: Sendable {
    /// The object was added or changed. The same object can appear several times; the last one counts.
    case present(Item)
    /// The object was removed. If an administrator can still restore it, `isForGood` is `false`.
    case removed(id: String, isForGood: Bool)
}

extension GraphChange: Equatable where Item: Equatable {}
extension GraphChange: Hashable where Item: Hashable {}

extension GraphChange: Decodable {
    private struct Removal: Decodable {
        struct Reason: Decodable { let reason: String? }

        let id: String
        let removed: Reason

        enum CodingKeys: String, CodingKey {
            case id
            case removed = "@removed"
        }
    }

    /// Decodes an object, or the record of its removal. OData JSON Format 4.01 §15.3
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Removal.CodingKeys.self)
        guard container.contains(.removed) else {
            self = .present(try Item(from: decoder))
            return
        }
        let removal = try Removal(from: decoder)
        self = .removed(id: removal.id, isForGood: removal.removed.reason == "deleted")
    }
}
