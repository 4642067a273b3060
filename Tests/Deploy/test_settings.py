"""The files of deploy against the program task-service: each setting that they name is one, and has a value it takes."""
import http.client
import json
import os
import re
import subprocess
import unittest

from workplace import DEPLOY, TASK_SERVICE, DeployTest, free_ports, is_listening, run, wait_until

VARIABLE = re.compile(r"TESSERA_TASKS_[A-Z_]+[A-Z]")


@unittest.skipUnless(TASK_SERVICE, "TASK_SERVICE names no program; script/test-deploy builds it")
class SettingsTests(DeployTest):
    def test_the_program_takes_the_settings_of_task_service_json(self):
        output = self.folder / "output"
        (metrics,) = free_ports(1)
        with open(output, "w") as file:
            process = self.start(
                TASK_SERVICE, "--config", str(DEPLOY / "task-service.json"), "--listen-port", "0",
                "--metrics-port", str(metrics), "--data-folder", str(self.folder / "data"),
                "--shutdown-drain-seconds", "0", stdout=file, stderr=subprocess.STDOUT)
            wait_until(lambda: "Listening on" in output.read_text() or process.poll() is not None, "it listens")
        self.assertIn("Listening on https://tasks.example.com", output.read_text())

    def test_probes_reach_the_port_for_operators_by_any_name(self):
        (metrics,) = free_ports(1)
        self.start(
            TASK_SERVICE, "--listen-port", "0", "--metrics-address", "0.0.0.0", "--metrics-port", str(metrics),
            "--data-folder", str(self.folder / "data"), "--provider-default-issuer", "http://127.0.0.1:9",
            "--provider-default-audiences", "api://tasks", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: is_listening(metrics), "the port for operators listens")
        for path, status in (("/healthz", 200), ("/readyz", 503), ("/metrics", 200)):
            connection = http.client.HTTPConnection("127.0.0.1", metrics, timeout=10)
            self.addCleanup(connection.close)
            connection.request("GET", path, headers={"Host": f"10.1.2.3:{metrics}"})
            response = connection.getresponse()
            self.assertEqual(response.status, status, path)
            if path == "/metrics":
                # No provider answers here.
                self.assertIn("\nservice_ready 0\n", response.read().decode())

    def test_every_variable_in_deploy_is_a_setting(self):
        text = run(TASK_SERVICE, "--help")
        flags = set(re.findall(r"^  --([a-zA-Z-]+)", text, re.MULTILINE))
        known = {"TESSERA_TASKS_" + flag.upper().replace("-", "_") for flag in flags} | set(VARIABLE.findall(text))
        used = {}
        for path in DEPLOY.rglob("*"):
            if path.is_file():
                for name in VARIABLE.findall(path.read_text()):
                    used.setdefault(name, path.name)
        self.assertGreater(len(used), 3)
        for name, file in used.items():
            pattern = re.sub(r"_PROVIDER_[A-Z]+_", "_PROVIDER_NAME_", name)
            self.assertIn(pattern, known, file)

    def test_a_misspelt_setting_is_refused(self):
        wrong = self.folder / "wrong.json"
        wrong.write_text(json.dumps({**json.loads((DEPLOY / "task-service.json").read_text()), "bseURL": "x"}))
        result = subprocess.run(
            [TASK_SERVICE, "--config", str(wrong), "--data-folder", str(self.folder)], capture_output=True, text=True,
            env={"PATH": os.environ["PATH"]})
        self.assertEqual(result.returncode, 78, result.stderr)
        self.assertIn("baseURL", result.stderr)
