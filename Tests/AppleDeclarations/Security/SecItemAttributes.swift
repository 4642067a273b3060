// SPDX-License-Identifier: Apache-2.0
// The attributes and status codes of Apple's Security that Tessera uses, as the documentation states them. The values
// are those of Apple's published sources, since the keychain that stands in for the system's sees them.
public import Foundation

public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32

// documentation/security/ksecclass
@available(iOS 2.0, macOS 10.6, *)
public nonisolated(unsafe) let kSecClass: CFString = "class"
// documentation/security/ksecclassgenericpassword
@available(iOS 2.0, macOS 10.7, *)
public nonisolated(unsafe) let kSecClassGenericPassword: CFString = "genp"
// documentation/security/ksecattrservice
@available(iOS 2.0, macOS 10.6, *)
public nonisolated(unsafe) let kSecAttrService: CFString = "svce"
// documentation/security/ksecattraccount
@available(iOS 2.0, macOS 10.6, *)
public nonisolated(unsafe) let kSecAttrAccount: CFString = "acct"
// documentation/security/ksecattraccessgroup
@available(iOS 3.0, macOS 10.9, *)
public nonisolated(unsafe) let kSecAttrAccessGroup: CFString = "agrp"
// documentation/security/ksecattrgeneric
@available(iOS 2.0, macOS 10.6, *)
public nonisolated(unsafe) let kSecAttrGeneric: CFString = "gena"
// documentation/security/ksecattrsynchronizable
@available(iOS 7.0, macOS 10.9, *)
public nonisolated(unsafe) let kSecAttrSynchronizable: CFString = "sync"
// documentation/security/ksecattraccessible
@available(iOS 4.0, macOS 10.9, *)
public nonisolated(unsafe) let kSecAttrAccessible: CFString = "pdmn"
// documentation/security/ksecattraccessibleafterfirstunlockthisdeviceonly
@available(iOS 4.0, macOS 10.9, *)
public nonisolated(unsafe) let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
// documentation/security/ksecusedataprotectionkeychain
@available(iOS 13.0, macOS 10.15, *)
public nonisolated(unsafe) let kSecUseDataProtectionKeychain: CFString = "nleg"
// documentation/security/ksecmatchlimit
@available(iOS 2.0, macOS 10.6, *)
public nonisolated(unsafe) let kSecMatchLimit: CFString = "m_Limit"
// documentation/security/ksecmatchlimitall
@available(iOS 2.0, macOS 10.6, *)
public nonisolated(unsafe) let kSecMatchLimitAll: CFString = "m_LimitAll"
// documentation/security/ksecreturnattributes
@available(iOS 2.0, macOS 10.6, *)
public nonisolated(unsafe) let kSecReturnAttributes: CFString = "r_Attributes"
// documentation/security/ksecreturndata
@available(iOS 2.0, macOS 10.6, *)
public nonisolated(unsafe) let kSecReturnData: CFString = "r_Data"
// documentation/security/ksecvaluedata
@available(iOS 2.0, macOS 10.6, *)
public nonisolated(unsafe) let kSecValueData: CFString = "v_Data"

// documentation/security/errsecsuccess
@available(iOS 2.0, macOS 10.0, *)
public var errSecSuccess: OSStatus { 0 }
// documentation/security/errsecdiskfull
@available(iOS 2.0, macOS 10.0, *)
public var errSecDiskFull: OSStatus { -34 }
// documentation/security/errsecnotavailable
@available(iOS 2.0, macOS 10.0, *)
public var errSecNotAvailable: OSStatus { -25291 }
// documentation/security/errsecauthfailed
@available(iOS 2.0, macOS 10.0, *)
public var errSecAuthFailed: OSStatus { -25293 }
// documentation/security/errsecduplicateitem
@available(iOS 2.0, macOS 10.0, *)
public var errSecDuplicateItem: OSStatus { -25299 }
// documentation/security/errsecitemnotfound
@available(iOS 2.0, macOS 10.0, *)
public var errSecItemNotFound: OSStatus { -25300 }
// documentation/security/errsecinteractionnotallowed
@available(iOS 2.0, macOS 10.0, *)
public var errSecInteractionNotAllowed: OSStatus { -25308 }
// documentation/security/errsecmissingentitlement
@available(iOS 2.0, macOS 10.0, *)
public var errSecMissingEntitlement: OSStatus { -34018 }
