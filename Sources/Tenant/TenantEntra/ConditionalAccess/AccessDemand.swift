// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import TenantDirectory

enum AccessDemand: Sendable, Hashable {
    case block
    case compliantDevice
    case domainJoinedDevice
    case approvedApplication
    /// Confirmation by another service.
    case externalChallenge
    case noPasswordsInApps
    case passwordChange
    case newSignIn(seconds: Int)
    case secondFactor(isExpired: Bool)
    case termsOfUse(String)

    /// The priority of unmet demands: first those that cannot be met, then the others in the order of their pages.
    private var rank: Int {
        switch self {
        case .block: 0
        case .noPasswordsInApps: 1
        case .compliantDevice: 2
        case .domainJoinedDevice: 3
        case .approvedApplication: 4
        case .externalChallenge: 5
        case .newSignIn: 6
        case .passwordChange: 7
        case .secondFactor: 8
        case .termsOfUse: 9
        }
    }

    static func < (left: AccessDemand, right: AccessDemand) -> Bool { left.rank < right.rank }
}

extension ConditionalAccessPolicy {
    func unmetDemand(of signIn: JudgedSignIn) -> AccessDemand? {
        (unmetControls(of: signIn) + [unmetFrequency(of: signIn)].compactMap(\.self)).min(by: <)
    }

    private func unmetControls(of signIn: JudgedSignIn) -> [AccessDemand] {
        guard let grantControls else { return [] }
        let controls = grantControls.builtInControls
        let hasExternal = !grantControls.customAuthenticationFactors.isEmpty
        var demands = controls.compactMap { unmet($0, of: signIn) }
        if hasExternal { demands.append(.externalChallenge) }
        let terms = grantControls.termsOfUse
        demands += terms.filter { !signIn.acceptedTerms.contains($0) }.map(AccessDemand.termsOfUse)
        if controls.contains(.block) { return [.block] }
        guard grantControls.operator == .any else { return demands }
        // One control is enough: the page shows the one that the person can most easily meet.
        let isMet = demands.count < controls.count + (hasExternal ? 1 : 0) + terms.count
        return isMet ? [] : demands.max(by: <).map { [$0] } ?? []
    }

    private func unmet(_ control: ConditionalAccessGrantControls.Control, of signIn: JudgedSignIn) -> AccessDemand? {
        switch control {
        case .block: .block
        case .compliantDevice: .compliantDevice
        case .domainJoinedDevice: .domainJoinedDevice
        case .approvedApplication: .approvedApplication
        case .mfa: signIn.secondFactorAt == nil ? .secondFactor(isExpired: false) : nil
        case .passwordChange:
            (signIn.person.lastPasswordChangeDateTime ?? .distantPast) < createdDateTime ? .passwordChange : nil
        }
    }

    private func unmetFrequency(of signIn: JudgedSignIn) -> AccessDemand? {
        guard let frequency = sessionControls?.signInFrequency else { return nil }
        func isOver(_ time: Date) -> Bool { !time.isWithin(TimeInterval(frequency.seconds), before: signIn.now) }
        switch frequency.authenticationType {
        case .primaryAndSecondaryAuthentication:
            return isOver(signIn.authenticatedAt) ? .newSignIn(seconds: frequency.seconds) : nil
        case .secondaryAuthentication:
            return signIn.secondFactorAt.map(isOver) ?? false ? .secondFactor(isExpired: true) : nil
        }
    }
}
