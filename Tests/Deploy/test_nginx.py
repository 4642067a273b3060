"""nginx with deploy/nginx, before two small servers of which one dies or breaks off."""
import http.client
import json
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
from pathlib import Path

from workplace import DEPLOY, DeployTest, free_ports, is_listening, needs, run, wait_until

HOST = "tasks.example.com"
# A second instance would answer these otherwise than the first.
CHANGES_FOR_ONCE = (("PUT", {"If-Match": '"1"'}), ("DELETE", {}), ("DELETE", {"If-Match": '"1"'}))


@needs("nginx")
class NginxTests(DeployTest):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)  # workers of nginx are of another user
        self.http, self.https, *self.upstreams = free_ports(6)
        self.certificate = self.folder / "site.pem"
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", "/CN=example.com", "-addext", "subjectAltName=DNS:tasks.example.com,DNS:app.example.com",
            "-keyout", str(self.folder / "site.key"), "-out", str(self.certificate))
        (self.folder / "snippets").mkdir()
        (self.folder / "conf.d").mkdir()
        self.place("snippets/tessera-proxy.conf", {})
        self.place("snippets/tessera-log.conf", {"/var/log/nginx": self.folder})
        self.place("upstreams.conf", {
            f"127.0.0.1:{port}": f"127.0.0.1:{own}" for port, own in zip((3001, 3002, 4501, 4502), self.upstreams)})
        listen = {"listen 80": f"listen 127.0.0.1:{self.http}", "listen 443": f"listen 127.0.0.1:{self.https}"}
        self.place("tessera-common.conf", listen)
        for site, name in (("tessera-tasks.conf", "tasks"), ("tessera-web.conf", "app")):
            self.place(site, listen | {
                f"/etc/tessera/tls/{name}.pem": self.certificate,
                f"/etc/tessera/tls/{name}.key": self.folder / "site.key"})
        (self.folder / "nginx.conf").write_text(f"""
            daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log; worker_processes 1;
            events {{ worker_connections 1024; }}
            http {{
                access_log {self.folder}/access.log;
                client_body_temp_path {self.folder}/body; proxy_temp_path {self.folder}/proxy;
                fastcgi_temp_path {self.folder}/f; uwsgi_temp_path {self.folder}/u; scgi_temp_path {self.folder}/s;
                include {self.folder}/conf.d/*.conf;
            }}""")

    def place(self, name, changes):
        """Copies a file of deploy/nginx, with the ports and paths of this test."""
        text = (DEPLOY / "nginx" / name).read_text()
        for old in changes:
            self.assertIn(old, text)
        if changes:
            # All at once: a port of this test may begin with the digits of another one.
            text = re.sub("|".join(map(re.escape, changes)), lambda found: str(changes[found[0]]), text)
        (self.folder / (name if "/" in name else f"conf.d/{name}")).write_text(text)

    def nginx(self):
        run("nginx", "-t", "-q", "-c", str(self.folder / "nginx.conf"), "-p", str(self.folder))
        process = self.start("nginx", "-c", str(self.folder / "nginx.conf"), "-p", str(self.folder))
        wait_until(lambda: is_listening(self.https), "nginx listens")
        return process

    def instance(self, index, *mode):
        """Starts an instance of the task service's two (0, 1) or the web app's (2, 3)."""
        port = self.upstreams[index]
        process = self.start(sys.executable, str(Path(__file__).with_name("upstream.py")), str(port),
                             f"instance {index}", str(self.log(index)), *mode)
        wait_until(lambda: is_listening(port), "the instance listens")
        return process

    def log(self, index):
        return self.folder / f"instance-{index}.log"

    def requests(self, index):
        log = self.log(index)
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []

    def connect(self, host=HOST):
        context = ssl.create_default_context(cafile=str(self.certificate))
        raw = socket.create_connection(("127.0.0.1", self.https), timeout=30)
        connection = http.client.HTTPConnection(host)
        self.addCleanup(raw.close)
        connection.sock = context.wrap_socket(raw, server_hostname=host)
        self.addCleanup(connection.close)
        return connection

    def request(self, method, path, body=None, fields=None, host=HOST, connection=None):
        connection = connection or self.connect(host)
        connection.request(method, path, body, fields or {})
        response = connection.getresponse()
        return response.status, response.headers, response.read().decode()

    def test_the_configuration_is_accepted_without_a_warning(self):
        result = subprocess.run(["nginx", "-t", "-c", str(self.folder / "nginx.conf"), "-p", str(self.folder)],
                                capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("[warn]", result.stderr)

    def test_the_upstreams_and_logs_of_compose_are_accepted(self):
        upstreams = (DEPLOY / "nginx/upstreams-compose.conf").read_text()
        # Debian's nginx is older than this parameter, and here no server answers for names.
        for new in (" resolve ", "    resolver 127.0.0.11 valid=5s;\n"):
            self.assertIn(new, upstreams)
            upstreams = upstreams.replace(new, " ")
        for name, address in (("tasks-1", 1), ("tasks-2", 2), ("web-1", 3), ("web-2", 4)):
            upstreams = upstreams.replace(name, f"127.0.0.{address}")
        (self.folder / "conf.d/upstreams.conf").write_text(upstreams)
        shutil.copy(DEPLOY / "nginx/log-compose.conf", self.folder / "snippets/tessera-log.conf")
        run("nginx", "-t", "-q", "-c", str(self.folder / "nginx.conf"), "-p", str(self.folder))

    def test_no_GET_is_lost_when_an_instance_is_killed_and_comes_back(self):
        first = self.instance(0)
        self.instance(1)
        site = self.folder / "conf.d/tessera-common.conf"
        self.assertIn("rate=100r/s", site.read_text())
        site.write_text(site.read_text().replace("rate=100r/s", "rate=100000r/s"))
        self.nginx()
        answers, failures, lock, total = [], [], threading.Lock(), 2400

        def client(count):
            connection = self.connect()
            for _ in range(count):
                try:
                    status, _, text = self.request("GET", "/api/tasks", connection=connection)
                except (OSError, http.client.HTTPException) as error:
                    with lock:
                        failures.append(repr(error))
                    return
                with lock:
                    (answers if status == 200 else failures).append(text)

        clients = [threading.Thread(target=client, args=(total // 3,)) for _ in range(3)]
        for one in clients:
            one.start()
        wait_until(lambda: failures or len(answers) > total // 4, "a quarter of the requests")
        first.send_signal(signal.SIGKILL)
        first.wait()
        wait_until(lambda: failures or len(answers) > total // 2, "half of the requests")
        self.instance(0)
        for one in clients:
            one.join()
        self.assertEqual((failures, len(answers)), ([], total))
        self.assertEqual({"instance 0", "instance 1"}, set(answers))

    def test_a_POST_that_an_instance_broke_off_is_not_sent_again(self):
        self.instance(0, "break")
        self.instance(1, "break")
        self.nginx()
        status, fields, text = self.request("POST", "/api/tasks", '{"task":"once"}')
        self.assertEqual((status, json.loads(text)["code"]), (502, "BadGateway"))
        self.assertTrue(fields["X-Request-ID"] and fields["Retry-After"])
        self.assertEqual(len(self.requests(0) + self.requests(1)), 1)

    def test_a_POST_with_a_key_reaches_the_other_instance(self):
        self.instance(0, "break")
        self.instance(1)
        self.nginx()
        # Whichever is asked first: two requests ask each at least once.
        for number in range(2):
            status, _, text = self.request(
                "POST", "/api/tasks", f'{{"task":"{number}"}}', {"Idempotency-Key": f'"{number}"'})
            self.assertEqual((status, text), (200, "instance 1"))
        self.assertEqual(len(self.requests(0)), 1)
        self.assertEqual([one["content"] for one in self.requests(1)], ['{"task":"0"}', '{"task":"1"}'])
        self.assertEqual({one["method"] for one in self.requests(1)}, {"POST"})

    def test_a_POST_with_a_key_is_told_when_no_instance_answers(self):
        self.nginx()
        status, _, text = self.request("POST", "/api/tasks", "{}", {"Idempotency-Key": '"1"'})
        self.assertEqual((status, json.loads(text)["code"]), (502, "BadGateway"))

    def test_a_POST_reaches_the_other_instance_if_the_first_cannot_be_reached(self):
        self.instance(1)
        self.nginx()
        for _ in range(2):
            self.assertEqual(self.request("POST", "/api/tasks", "{}")[0], 200)
        self.assertEqual(len(self.requests(1)), 2)

    def test_a_PUT_without_a_condition_reaches_the_other_instance(self):
        self.instance(0, "break")
        self.instance(1)
        self.nginx()
        for _ in range(4):
            self.assertEqual(self.request("PUT", "/api/tasks/1", "{}")[::2], (200, "instance 1"))
        self.assertEqual(len(self.requests(1)), 4)

    def test_a_PUT_with_a_condition_and_a_DELETE_that_an_instance_broke_off_are_not_sent_again(self):
        self.instance(0, "break")
        self.instance(1, "break")
        self.nginx()
        # The second instance would say 412 or 404, although the change took place.
        for number, (method, fields) in enumerate(CHANGES_FOR_ONCE * 2, start=1):
            status, answered, text = self.request(method, "/api/tasks/1", "{}", fields)
            self.assertEqual((status, json.loads(text)["code"]), (502, "BadGateway"))
            self.assertTrue(answered["X-Request-ID"] and answered["Retry-After"])
            self.assertEqual(len(self.requests(0) + self.requests(1)), number, method)

    def test_a_PUT_with_a_condition_and_a_DELETE_reach_the_instance_that_can_be_reached(self):
        for there in (0, 1):
            instance, nginx = self.instance(there), self.nginx()
            for method, fields in CHANGES_FOR_ONCE * 4:
                answer = self.request(method, "/api/tasks/1?a=b", "{}", fields)
                self.assertEqual(answer[::2], (200, f"instance {there}"))
            asked = [(one["method"], one["path"], one["content"]) for one in self.requests(there)]
            self.assertEqual(asked, [(method, "/api/tasks/1?a=b", "{}") for method, _ in CHANGES_FOR_ONCE * 4])
            for process in (instance, nginx):
                process.terminate()
                process.wait()

    def test_a_DELETE_is_told_when_no_instance_answers(self):
        self.nginx()
        status, _, text = self.request("DELETE", "/api/tasks/1")
        self.assertEqual((status, json.loads(text)["code"]), (502, "BadGateway"))

    def test_a_GET_reaches_the_other_instance_if_the_first_hangs_and_a_POST_or_DELETE_does_not(self):
        self.instance(0, "hang")
        self.instance(1)
        self.place("snippets/tessera-proxy.conf", {"proxy_read_timeout 15s": "proxy_read_timeout 1s"})
        self.nginx()
        for _ in range(4):
            self.assertEqual(self.request("GET", "/api/tasks")[::2], (200, "instance 1"))
        asked = len(self.requests(0))
        self.assertGreater(asked, 0)
        for method in ("POST", "DELETE"):
            statuses = sorted(self.request(method, "/api/tasks", "{}")[0] for _ in range(2))
            self.assertEqual(statuses, [200, 502], method)

    def test_a_503_of_an_instance_is_passed_on(self):
        self.instance(0)
        self.instance(1)
        self.nginx()
        for _ in range(6):
            status, fields, _ = self.request("GET", "/busy")
            self.assertEqual((status, fields["Retry-After"]), (503, "7"))
        self.assertEqual(len(self.requests(0) + self.requests(1)), 6)

    def test_a_client_cannot_choose_the_request_id_or_an_address(self):
        self.instance(0)
        self.instance(1)
        self.nginx()
        self.request("GET", "/api/tasks?search=secret", fields={
            "X-Request-ID": "chosen", "X-Forwarded-Host": "evil.example", "X-Forwarded-For": "1.2.3.4",
            "Forwarded": "host=evil.example", "Authorization": "Bearer token",
            "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"})
        (request,) = self.requests(0) + self.requests(1)
        fields = request["fields"]
        self.assertRegex(fields["x-request-id"], "^[0-9a-f]{32}$")
        self.assertEqual(fields["host"], HOST)
        self.assertEqual(fields["authorization"], "Bearer token")
        self.assertIn("traceparent", fields)
        self.assertEqual([name for name in fields if "forwarded" in name], [])
        self.assertEqual(request["path"], "/api/tasks?search=secret")
        # The log is written when the response has gone.
        line = wait_until(lambda: (self.folder / "tessera.log").read_text(), "a line in the log")
        self.assertNotIn("secret", line)
        self.assertNotIn("Bearer", line)
        entry = json.loads(line)
        self.assertEqual((entry["request_id"], entry["client"], entry["path"], entry["status"]),
                         (fields["x-request-id"], "127.0.0.1", "/api/tasks", 200))

    def test_no_log_holds_a_code_or_a_search_when_instances_are_away(self):
        first = self.instance(2)
        self.nginx()
        for number in range(4):
            if number == 2:  # From now on, both are away.
                first.kill()
                first.wait()
            self.request("GET", "/sign-in/people?code=SECRET&state=S", host="app.example.com")
            self.request("GET", "/api/tasks?search=SECRET")
        connection = http.client.HTTPConnection("127.0.0.1", self.http, timeout=30)
        self.addCleanup(connection.close)
        connection.request("GET", "/api/tasks?search=SECRET", headers={"Host": "evil.example"})
        with self.assertRaises(http.client.RemoteDisconnected):
            connection.getresponse()
        logs = [self.folder / name for name in ("tessera.log", "error.log", "access.log")]
        wait_until(lambda: logs[0].read_text().count("\n") == 9, "a line for each request")
        for log in logs:
            self.assertNotIn("SECRET", log.read_text(), log.name)
        # The other log says which instance did not answer.
        entries = [json.loads(line) for line in logs[0].read_text().splitlines()]
        away = f"127.0.0.1:{self.upstreams[3]}"
        self.assertIn(away, [entry["upstream"].split(",")[0] for entry in entries])
        self.assertIn("502", "".join(entry["upstream_status"] for entry in entries))

    def test_http_leads_to_https_with_the_same_method(self):
        self.nginx()
        connection = http.client.HTTPConnection("127.0.0.1", self.http, timeout=30)
        self.addCleanup(connection.close)
        connection.request("POST", "/api/tasks?a=b", "{}", {"Host": HOST})
        response = connection.getresponse()
        self.assertEqual((response.status, response.headers["Location"]), (308, f"https://{HOST}/api/tasks?a=b"))

    def test_another_host_gets_no_answer(self):
        self.nginx()
        connection = http.client.HTTPConnection("127.0.0.1", self.http, timeout=30)
        self.addCleanup(connection.close)
        connection.request("GET", "/", headers={"Host": "evil.example"})
        with self.assertRaises(http.client.RemoteDisconnected):
            connection.getresponse()
        with self.assertRaises(ssl.SSLError):
            self.connect("evil.example")

    def test_content_beyond_the_limit_is_refused_in_the_form_of_the_API(self):
        self.instance(0)
        self.instance(1)
        self.nginx()
        self.assertEqual(self.request("POST", "/api/tasks", "x" * 65536)[0], 200)
        long = "x" * 65537
        pieces = [long[:30000].encode(), long[30000:].encode()]  # without a length: nginx counts while it reads
        for method, fields in (("POST", {}), ("POST", {"Idempotency-Key": '"1"'}), ("PUT", {"If-Match": '"1"'}),
                               ("DELETE", {})):
            for body in (long, iter(pieces)):
                with self.subTest(method=method, fields=fields, whole=body is long):
                    status, _, text = self.request(method, "/api/tasks", body, fields)
                    self.assertEqual((status, json.loads(text)["code"]), (413, "ContentTooLarge"))

    def test_a_flood_from_one_address_is_refused_with_the_time_to_wait(self):
        self.instance(0)
        self.instance(1)
        self.nginx()
        connection, refused = self.connect(), None
        for _ in range(900):  # nginx closes a connection after 1,000
            status, fields, text = self.request("GET", "/api/tasks", connection=connection)
            if status == 429:
                refused = (fields["Retry-After"], json.loads(text)["code"])
                break
            self.assertEqual(status, 200)
        self.assertEqual(refused, ("1", "TooManyRequests"))

    def test_the_web_app_is_reached_by_its_own_name(self):
        self.instance(2)
        self.instance(3)
        self.nginx()
        status, _, text = self.request("GET", "/people", host="app.example.com")
        self.assertEqual(status, 200)
        self.assertIn(text, ("instance 2", "instance 3"))
