"""People sign in at Entra ID with Microsoft's library, in every way that it has, and stay signed in."""
import unittest

from msal_test import ClientTest
from peer_test import API, DAY, DIRECTORY, HOUR, MARA, PASSWORD, PUBLIC, REDIRECT, USER_READ, WEB, unjudged

LOOPBACK = "http://localhost:53100"


class SignInTests(ClientTest):
    def test_authorization_code_with_form_post(self):
        web = self.web()
        flow = web.initiate_auth_code_flow([USER_READ], redirect_uri=REDIRECT, response_mode="form_post")
        answer = self.browser().sign_in(flow["auth_uri"], REDIRECT)
        result = self.good(web.acquire_token_by_auth_code_flow(flow, answer))
        self.assertEqual(self.person(result, WEB)["preferred_username"], MARA)
        self.assertEqual([account["username"] for account in web.get_accounts()], [MARA])

    def test_authorization_code_of_a_public_client(self):
        for tenant in (DIRECTORY, "heron.example"):
            with self.subTest(tenant):
                public = self.public(path=tenant)
                flow = public.initiate_auth_code_flow([USER_READ], redirect_uri=LOOPBACK, login_hint=MARA)
                answer = self.browser().sign_in(flow["auth_uri"], LOOPBACK)
                result = self.good(public.acquire_token_by_auth_code_flow(flow, answer))
                self.assertEqual(self.person(result, PUBLIC)["tid"], DIRECTORY)

    def test_a_code_is_good_once(self):
        public = self.public()
        flow = public.initiate_auth_code_flow([USER_READ], redirect_uri=LOOPBACK)
        answer = self.browser().sign_in(flow["auth_uri"], LOOPBACK)
        self.good(public.acquire_token_by_auth_code_flow(flow, answer))
        self.assert_refused(public.acquire_token_by_auth_code_flow(flow, answer), "invalid_grant", 54005)

    def test_interactive(self):
        public = self.public()
        with self.browser().as_the_systems():
            result = self.good(public.acquire_token_interactive([USER_READ], timeout=20))
        self.assertEqual(self.person(result, PUBLIC)["name"], "Mara Lind")

    def test_no_prompt_without_a_session(self):
        web = self.web()
        flow = web.initiate_auth_code_flow([USER_READ], redirect_uri=REDIRECT, prompt="none")
        result = web.acquire_token_by_auth_code_flow(flow, self.browser().sign_in(flow["auth_uri"], REDIRECT))
        self.assertEqual(result["error"], "login_required")
        self.assertIn("AADSTS50058: ", result["error_description"])

    def test_unknown_directory(self):
        with self.assertRaisesRegex(ValueError, "Unable to get authority configuration"):
            self.public(path="nobody.example")


class DeviceCodeTests(ClientTest):
    def setUp(self):
        self.app = self.public()
        self.flow = self.app.initiate_device_flow([USER_READ])
        self.assertIn("user_code", self.flow, self.flow)

    def polled(self):
        """The answer to one question."""
        return self.app.acquire_token_by_device_flow(self.flow, exit_condition=lambda _: True)

    def test_approved(self):
        page = self.browser().answer_device(self.flow["verification_uri"], self.flow["user_code"])
        result = self.good(self.polled())
        self.assertEqual(self.person(result, PUBLIC)["preferred_username"], MARA, page)

    def test_pending(self):
        self.assert_refused(self.polled(), "authorization_pending", 70016)

    def test_cancelled(self):
        self.browser().answer_device(self.flow["verification_uri"], self.flow["user_code"], button="cancel")
        self.assertEqual(self.polled()["error"], "authorization_declined")

    def test_too_late(self):
        with self.tenant.later(901):
            self.assert_refused(self.polled(), "expired_token", 70020)


class PasswordTests(ClientTest):
    def test_accepted(self):
        result, account = self.signed_in(self.public())
        self.assertEqual(self.person(result, PUBLIC)["preferred_username"], MARA)
        self.assertEqual(account["realm"], DIRECTORY)

    def test_refused(self):
        for username, password, code in [(MARA, "not it", 50126), ("nobody@heron.example", PASSWORD, 50034)]:
            with self.subTest(code):
                result = self.public().acquire_token_by_username_password(username, password, [USER_READ])
                self.assert_refused(result, "invalid_grant", code)


class StayingSignedInTests(ClientTest):
    def setUp(self):
        self.app = self.public()
        self.first, self.account = self.signed_in(self.app)

    def test_from_the_cache(self):
        kept = self.app.acquire_token_silent([USER_READ], self.account)
        self.assertEqual(kept["access_token"], self.first["access_token"])

    def test_when_the_token_is_over(self):
        with self.tenant.later(2 * HOUR):
            second = self.good(self.app.acquire_token_silent([USER_READ], self.account))
            self.assertNotEqual(self.first["access_token"], second["access_token"])
            self.assertEqual(self.me(second)["userPrincipalName"], MARA)

    def test_when_the_app_wants_another(self):
        second = self.good(self.app.acquire_token_silent([USER_READ], self.account, force_refresh=True))
        self.assertNotEqual(self.first["access_token"], second["access_token"])
        kept = self.app.acquire_token_silent([USER_READ], self.account)
        self.assertEqual(kept["access_token"], second["access_token"])

    def test_for_another_api(self):
        second = self.good(self.app.acquire_token_silent([f"api://{API}/access_as_user"], self.account))
        claims = self.judged(second["access_token"], API, f"{self.tenant.url}/{DIRECTORY}/v2.0")
        self.assertEqual((claims["azp"], claims["scp"]), (PUBLIC, "access_as_user"))

    def test_not_for_ever(self):
        with self.tenant.later(91 * DAY):
            result = self.app.acquire_token_silent_with_error([USER_READ], self.account)
            self.assert_refused(result, "invalid_grant", 700082)

    def test_not_after_revocation(self):
        self.tenant.ask("POST", f"directories/{DIRECTORY}/people/{MARA}/revokeSignInSessions", {})
        result = self.app.acquire_token_silent_with_error([USER_READ], self.account, force_refresh=True)
        self.assert_refused(result, "invalid_grant", 50173)

    def test_not_after_signing_out(self):
        self.app.remove_account(self.account)
        self.assertEqual(self.app.get_accounts(), [])
        self.assertIsNone(self.app.acquire_token_silent([USER_READ], self.account))

    def test_client_that_handles_claims_challenges(self):
        for capability in ("cp1", "CP1"):  # Microsoft's own libraries write it both ways
            with self.subTest(capability):
                app = self.public(client_capabilities=[capability])
                result, account = self.signed_in(app)
                self.assertGreater(result["expires_in"], 20 * HOUR)
                self.assertEqual(unjudged(result["access_token"])["xms_cc"], [capability])
                challenge = '{"access_token": {"nbf": {"essential": true, "value": "1700000000"}}}'
                second = self.good(app.acquire_token_silent([USER_READ], account, claims_challenge=challenge))
                self.assertNotEqual(result["access_token"], second["access_token"])

    def me(self, result):
        """What Graph says about whose token it is."""
        address = f"{self.tenant.url}/v1.0/me"
        response = self.tenant.session().get(address, headers={"Authorization": f"Bearer {result['access_token']}"})
        response.raise_for_status()
        return response.json()


if __name__ == "__main__":
    unittest.main()
