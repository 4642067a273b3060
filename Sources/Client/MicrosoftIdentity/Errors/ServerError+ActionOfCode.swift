// SPDX-License-Identifier: Apache-2.0
import OAuthMessages

extension ServerError {
    /// The next action from the standard's code, if Microsoft's own number and `suberror` are not known.
    ///
    /// If a person cancels on one of Microsoft's pages, the error has a number and a `suberror` for that;
    /// `access_denied` with any other number comes from a policy.
    var actionOfCode: NextAction {
        let hasNumber = EntraErrorCode(of: self) != nil || UserFlowErrorCode(of: self) != nil
        return code == .accessDenied && hasNumber ? .signInAgain : nextAction
    }
}
