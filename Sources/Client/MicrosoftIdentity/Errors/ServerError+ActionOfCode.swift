// SPDX-License-Identifier: Apache-2.0
import OAuth

extension ServerError {
    /// What the code of the standard says where Microsoft's own number and `suberror` are not known.
    ///
    /// Whoever gives up on one of Microsoft's pages has numbers and a `suberror` for that; `access_denied` with any
    /// other number is what a policy said.
    var actionOfCode: NextAction {
        let hasNumber = EntraErrorCode(of: self) != nil || UserFlowErrorCode(of: self) != nil
        return code == .accessDenied && hasNumber ? .signInAgain : nextAction
    }
}
