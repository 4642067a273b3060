// SPDX-License-Identifier: Apache-2.0
#if canImport(Security)
import Security
import SignIn

struct KeychainError: Error, Hashable {
    let status: OSStatus

    init(_ status: OSStatus) { self.status = status }

    static func check(_ status: OSStatus, otherwise expected: OSStatus) throws(KeychainError) -> Bool {
        guard status != errSecSuccess else { return true }
        guard status == expected else { throw KeychainError(status) }
        return false
    }

    /// The error of an action such as *the accounts cannot be read*; `code` applies unless the status is more specific.
    func explained(_ action: String, as code: AccountStorageError.Code) -> AccountStorageError {
        let code = status == errSecInteractionNotAllowed ? .locked : code
        return AccountStorageError(code, "\(action): \(explanation)")
    }

    private var explanation: String {
        switch status {
        case errSecMissingEntitlement:
            "the app may not use this keychain group (-34018); add the capability Keychain Sharing with the group to its "
                + "target, and run tests in an app that has it"
        case errSecInteractionNotAllowed:
            "the device was not unlocked since it started (-25308); try again after it is unlocked"
        case errSecAuthFailed:
            "the keychain requires a passcode, and the device has none (-25293); set a passcode"
        case errSecNotAvailable:
            "this process has no keychain (-25291); run it in a user's session"
        case errSecDiskFull:
            "the disk is full (-34); free some space"
        default:
            "\(SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "the keychain failed") (\(status)); "
                + "report it with this number"
        }
    }
}
#endif
