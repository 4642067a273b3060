// SPDX-License-Identifier: Apache-2.0
import MicrosoftGraph
import PortableFoundation

/// A person as a vCard of version 4.0. RFC 6350
struct VCard {
    private var lines: [String] = ["BEGIN:VCARD", "VERSION:4.0", "KIND:individual"]

    init(_ person: Person, photo: PersonPhoto?) {
        let isUUID = UUID(uuidString: person.id) != nil
        add("UID", type: isUUID ? "" : ";VALUE=text", isUUID ? "urn:uuid:\(person.id)" : Self.escaped(person.id))
        add(
            "FN",
            [person.displayName, person.userPrincipalName, person.id].lazy.compactMap(\.self).first.map(Self.escaped))
        if person.surname != nil || person.givenName != nil {
            add(
                "N",
                [person.surname, person.givenName, nil, nil, nil].map { Self.escaped($0 ?? "") }.joined(separator: ";"))
        }
        add("EMAIL", type: ";TYPE=work", person.mail.map(Self.escaped))
        for phone in person.businessPhones ?? [] { add("TEL", type: ";TYPE=work", Self.escaped(phone)) }
        add("TEL", type: ";TYPE=cell", person.mobilePhone.map(Self.escaped))
        add("TITLE", person.jobTitle.map(Self.escaped))
        // The second component is the unit; Graph's people do not name the organization.
        add("ORG", person.department.map { ";\(Self.escaped($0))" })
        add("ADR", type: ";TYPE=work", person.officeLocation.map { ";;\(Self.escaped($0));;;;" })
        // A value that is not a language tag would make the card invalid. RFC 5646 §2.1
        add("LANG", person.preferredLanguage.flatMap { $0.wholeMatch(of: #/[A-Za-z0-9-]+/#).map { String($0.output) } })
        add("X-USER-PRINCIPAL-NAME", person.userPrincipalName.map(Self.escaped))
        add("PHOTO", photo.map { "data:\($0.format.rawValue);base64,\($0.data.base64EncodedString())" })
        lines.append("END:VCARD")
    }

    private mutating func add(_ name: String, type parameters: String = "", _ value: String?) {
        if let value, !value.isEmpty { lines.append("\(name)\(parameters):\(value)") }
    }

    var text: String { lines.map { Self.folded($0) + "\r\n" }.joined() }

    /// A text as a value, or as one component of it. RFC 6350 §3.4, §4
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.withoutControls.unicodeScalars {
            switch scalar {
            case "\\", ",", ";": escaped.append(contentsOf: ["\\", scalar])
            case "\n" where previous == "\r": break
            case "\n", "\r": escaped.append(contentsOf: ["\\", "n"])
            default: escaped.append(scalar)
            }
            previous = scalar
        }
        return String(escaped)
    }

    /// A line broken into lines of at most 75 octets, between characters. RFC 6350 §3.2
    static func folded(_ line: String) -> String {
        guard line.utf8.count > longestLine else { return line }
        var folded = String.UnicodeScalarView()
        var octets = 0
        for scalar in line.unicodeScalars {
            let width = UTF8.width(scalar)
            if octets + width > longestLine {
                folded.append(contentsOf: ["\r", "\n", " "])
                octets = 1
            }
            folded.append(scalar)
            octets += width
        }
        return String(folded)
    }

    private static let longestLine = 75
}
