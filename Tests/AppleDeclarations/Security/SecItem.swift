// SPDX-License-Identifier: Apache-2.0
public import Foundation

// Apple's functions, which here ask a keychain in a process of its own.

// documentation/security/secitemadd(_:_:)
@available(iOS 2.0, macOS 10.6, *)
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    StandInKeychain.ask("add", attributes, nil, result)
}

// documentation/security/secitemcopymatching(_:_:)
@available(iOS 2.0, macOS 10.6, *)
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    StandInKeychain.ask("copy", query, nil, result)
}

// documentation/security/secitemupdate(_:_:)
@available(iOS 2.0, macOS 10.6, *)
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    StandInKeychain.ask("update", query, attributesToUpdate, nil)
}

// documentation/security/secitemdelete(_:)
@available(iOS 2.0, macOS 10.6, *)
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    StandInKeychain.ask("delete", query, nil, nil)
}

// documentation/security/seccopyerrormessagestring(_:_:)
@available(iOS 11.3, macOS 10.3, *)
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
    "The keychain answered \(status)." as NSString
}
