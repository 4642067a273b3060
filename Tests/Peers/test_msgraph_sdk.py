"""Microsoft's own library for Graph reads people from the tenant, with tokens of azure-identity."""
import unittest

from azure.identity import ClientSecretCredential, DeviceCodeCredential
from kiota_abstractions.base_request_configuration import RequestConfiguration
from kiota_authentication_azure.azure_identity_authentication_provider import AzureIdentityAuthenticationProvider
from msgraph import GraphRequestAdapter, GraphServiceClient
from msgraph.generated.models.o_data_errors.o_data_error import ODataError
from msgraph.generated.users.item.user_item_request_builder import UserItemRequestBuilder
from msgraph.generated.users.users_request_builder import UsersRequestBuilder
from msgraph_core.tasks.page_iterator import PageIterator

from peer_test import DIRECTORY, GRAPH, MARA, PUBLIC, WEB, WEB_SECRET, PeerTest


class GraphTest(PeerTest, unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.trust()

    def graph(self, credential, scope):
        adapter = GraphRequestAdapter(
            AzureIdentityAuthenticationProvider(credential, scopes=[f"{GRAPH}/{scope}"], allowed_hosts=["localhost"]))
        adapter.base_url = f"{self.tenant.url}/v1.0"
        return GraphServiceClient(request_adapter=adapter)

    def options(self):
        return {"authority": self.tenant.url, "disable_instance_discovery": True}


class PeopleTests(GraphTest):
    def setUp(self):
        super().setUp()
        self.people = self.graph(
            ClientSecretCredential(DIRECTORY, WEB, WEB_SECRET, **self.options()), ".default").users

    async def listed(self, **query):
        """The names in one page, and the page."""
        wish = UsersRequestBuilder.UsersRequestBuilderGetQueryParameters(**query)
        configuration = RequestConfiguration(query_parameters=wish)
        configuration.headers.add("ConsistencyLevel", "eventual")
        page = await self.people.get(request_configuration=configuration)
        return [person.display_name for person in page.value], page

    async def test_list(self):
        names, page = await self.listed(orderby=["displayName"], count=True)
        self.assertEqual((names, page.odata_count), (["Mara Lind", "Tom Reyes", "Una Berg"], 3))

    async def test_search(self):
        for query, expected in [
            ({"filter": "startsWith(displayName,'Tom')"}, ["Tom Reyes"]),
            ({"search": '"displayName:Berg"'}, ["Una Berg"]),
            ({"filter": "jobTitle eq 'Driver'", "select": ["displayName", "jobTitle"]}, ["Tom Reyes"]),
            ({"filter": "startsWith(displayName,'Z')"}, []),
        ]:
            with self.subTest(query):
                self.assertEqual((await self.listed(**query))[0], expected)

    async def test_pages(self):
        _, page = await self.listed(top=2, orderby=["displayName"])
        self.assertEqual(len(page.value), 2)
        names = []
        await PageIterator(page, self.people.request_adapter).iterate(
            lambda person: names.append(person.display_name) or True)
        self.assertEqual(names, ["Mara Lind", "Tom Reyes", "Una Berg"])

    async def test_one_and_the_manager(self):
        person = await self.people.by_user_id("tom@heron.example").get()
        self.assertEqual((person.given_name, person.job_title), ("Tom", "Driver"))
        manager = await self.people.by_user_id(person.id).manager.get()
        self.assertEqual(manager.user_principal_name, MARA)

    async def test_every_property(self):
        """A property that the tenant does not keep is known all the same, and empty."""
        wish = UserItemRequestBuilder.UserItemRequestBuilderGetQueryParameters(
            select=["accountEnabled", "employeeId", "onPremisesSyncEnabled", "usageLocation"], expand=["manager"])
        person = await self.people.by_user_id("tom@heron.example").get(
            request_configuration=RequestConfiguration(query_parameters=wish))
        self.assertEqual((person.account_enabled, person.employee_id, person.usage_location), (True, None, None))
        self.assertEqual(person.manager.user_principal_name, MARA)

    async def test_refused(self):
        for name, question, status, code in [
            ("unknown", self.people.by_user_id("zoe@heron.example").get(), 404, "Request_ResourceNotFound"),
            ("filter", self.listed(filter="nothing eq 1"), 400, "BadRequest"),
        ]:
            with self.subTest(name), self.assertRaises(ODataError) as refused:
                await question
            self.assertEqual((refused.exception.response_status_code, refused.exception.error.code), (status, code))


class MeTests(GraphTest):
    async def test_after_a_device_code(self):
        def show(address, code, _):
            self.browser().answer_device(address, code)

        graph = self.graph(
            DeviceCodeCredential(PUBLIC, tenant_id=DIRECTORY, prompt_callback=show, timeout=20, **self.options()),
            "User.Read")
        self.assertEqual((await graph.me.get()).user_principal_name, MARA)
        with self.assertRaises(ODataError) as refused:
            await graph.users.get()
        self.assertEqual(refused.exception.response_status_code, 403)


if __name__ == "__main__":
    unittest.main()
