"""The files for compose and Kubernetes: against their schemas, and against what the image and the service need."""
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

import kubernetes_validate
import yaml

from workplace import DEPLOY, TESSERA, DeployTest, run

KUBERNETES = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
SETTINGS = json.loads((DEPLOY / "task-service.json").read_text())
USER = 65532


def longest_shutdown(settings):
    return settings["shutdown"]["drainSeconds"] + settings["shutdown"]["limitSeconds"]


class ComposeTests(DeployTest):
    def setUp(self):
        super().setUp()
        self.file = DEPLOY / "compose.yaml"
        self.compose = yaml.safe_load(self.file.read_text())
        self.tasks, self.web = (
            {name: one for name, one in self.compose["services"].items() if name.startswith(prefix)}
            for prefix in ("tasks-", "web-"))

    def check(self, file):
        checker = Path(sys.executable).with_name("check-jsonschema")
        return run(str(checker), "--builtin-schema", "vendor.compose-spec", str(file))

    def test_the_file_has_the_form_of_the_specification(self):
        self.check(self.file)
        wrong = self.folder / "compose.yaml"
        wrong.write_text(self.file.read_text().replace("read_only: true", "read_only: [maybe]"))
        with self.assertRaises(AssertionError):
            self.check(wrong)

    def test_there_are_two_instances_and_nginx_knows_them(self):
        self.assertEqual(list(self.tasks), ["tasks-1", "tasks-2"])
        upstreams = (DEPLOY / "nginx/upstreams-compose.conf").read_text()
        # Together, and each alone.
        self.assertEqual(re.findall(r"server (\S+):3000", upstreams), list(self.tasks) * 2)
        self.assertEqual(list(self.web), ["web-1", "web-2"])
        self.assertEqual(re.findall(r"server (\S+):4500", upstreams), list(self.web))

    def test_an_instance_is_of_no_privilege_and_has_time_to_end(self):
        for name, one in (self.tasks | self.web).items():
            self.assertEqual((one["read_only"], one["user"], one["cap_drop"]), (True, f"{USER}:{USER}", ["ALL"]), name)
            self.assertIn("no-new-privileges:true", one["security_opt"])
            self.assertGreater(int(one["stop_grace_period"].rstrip("s")), longest_shutdown(SETTINGS))

    def test_only_the_proxy_can_be_reached_from_outside(self):
        self.assertEqual([n for n, one in self.compose["services"].items() if "ports" in one], ["proxy"])
        self.assertEqual(self.compose["services"]["database"]["networks"], ["back"])
        self.assertTrue(self.compose["networks"]["back"]["internal"])

    def test_every_file_is_there_or_a_secret(self):
        for name, one in self.compose["services"].items():
            for volume in one.get("volumes", []):
                source = volume.split(":")[0]
                if source.startswith("./") and not source.startswith("./secrets"):
                    self.assertTrue((DEPLOY / source).exists(), f"{name}: {source}")
            for secret in one.get("secrets", []):
                self.assertTrue(self.compose["secrets"][secret]["file"].startswith("./secrets/"))
        self.assertFalse((DEPLOY / "secrets").exists())

    def test_the_log_of_nginx_is_that_of_its_container(self):
        replaced = "./nginx/log-compose.conf:/etc/nginx/snippets/tessera-log.conf:ro"
        self.assertIn(replaced, self.compose["services"]["proxy"]["volumes"])
        for file in (DEPLOY / "nginx").glob("*.conf"):
            self.assertNotIn("/var/log/", file.read_text(), file.name)
        log = (DEPLOY / "nginx/log-compose.conf").read_text()
        self.assertEqual(re.findall(r"^(?:access|error)_log (\S+)", log, re.MULTILINE), ["/dev/stdout", "/dev/stderr"])

    def test_images_of_others_have_a_version(self):
        for name in ("database", "proxy"):
            self.assertRegex(self.compose["services"][name]["image"], r":\d+\.\d+(\.\d+)?$")


class KubernetesTests(DeployTest):
    def setUp(self):
        super().setUp()
        self.resources = [one for file in KUBERNETES for one in yaml.safe_load_all(file.read_text())]
        (settings,) = self.of_kind("ConfigMap")
        self.settings = json.loads(settings["data"]["task-service.json"])
        self.drains = {"task-service": self.settings["shutdown"]["drainSeconds"], "tessera-web": 10}

    def of_kind(self, kind, name=None):
        return [one for one in self.resources if one["kind"] == kind and name in (None, one["metadata"]["name"])]

    def each(self):
        """Each deployment by its name, with its pod and its container."""
        for deployment in self.of_kind("Deployment"):
            pod, name = deployment["spec"]["template"]["spec"], deployment["metadata"]["name"]
            (container,) = pod["containers"]
            with self.subTest(name):
                yield name, deployment, pod, container

    def test_each_resource_has_the_form_of_its_schema(self):
        kinds = [one["kind"] for one in self.resources]
        two = ["Deployment", "NetworkPolicy", "PodDisruptionBudget", "Service", "ServiceAccount"]
        self.assertEqual(sorted(kinds), sorted(["ConfigMap", "Namespace", *two, *two]))
        for version in ("1.29", "1.34"):
            for one in self.resources:
                kubernetes_validate.validate(one, version, strict=True)
        for _, deployment, _, container in self.each():
            container["image"] = 1
            with self.assertRaises(kubernetes_validate.ValidationError):
                kubernetes_validate.validate(deployment, "1.34", strict=True)

    def test_two_instances_of_which_one_always_stays(self):
        for name, deployment, _, _ in self.each():
            self.assertEqual(deployment["spec"]["replicas"], 2)
            (budget,) = self.of_kind("PodDisruptionBudget", name)
            self.assertEqual(budget["spec"]["minAvailable"], 1)
            self.assertEqual(deployment["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"], 0)

    def test_a_pod_has_time_to_end(self):
        for name, _, pod, container in self.each():
            self.assertGreater(pod["terminationGracePeriodSeconds"], self.drains[name] + 30)
            probe = container["readinessProbe"]
            self.assertGreater(self.drains[name], probe["periodSeconds"] * probe["failureThreshold"])
        self.assertEqual(self.settings["shutdown"]["limitSeconds"], 30)

    def test_a_pod_is_of_no_privilege(self):
        for _, _, pod, container in self.each():
            context = container["securityContext"]
            self.assertEqual(context["capabilities"], {"drop": ["ALL"]})
            self.assertTrue(context["readOnlyRootFilesystem"] and not context["allowPrivilegeEscalation"])
            self.assertEqual((pod["securityContext"]["runAsUser"], pod["securityContext"]["runAsNonRoot"]),
                             (USER, True))
            self.assertEqual(pod["securityContext"]["seccompProfile"], {"type": "RuntimeDefault"})
            self.assertFalse(pod["automountServiceAccountToken"])

    def test_secrets_come_from_files_that_only_the_service_reads(self):
        for name, _, pod, container in self.each():
            (secret,) = [one for one in pod["volumes"] if "secret" in one]
            (mount,) = [one["mountPath"] for one in container["volumeMounts"] if one["name"] == secret["name"]]
            named = {one["name"]: one["value"] for one in container.get("env", [])} | dict(
                one.removeprefix("--").split("=") for one in container["args"] if "=" in one)
            database = "TESSERA_TASKS_DATABASE_ADDRESS_FILE" if name == "task-service" else "database"
            self.assertEqual(named[database], mount + "/database-address")
            self.assertEqual(secret["secret"]["defaultMode"], 0o440)
        self.assertEqual(self.of_kind("Secret"), [])

    def test_selectors_find_the_pods(self):
        for name, deployment, _, _ in self.each():
            labels = deployment["spec"]["template"]["metadata"]["labels"]
            (service,), (budget,), (policy,) = (
                self.of_kind(kind, name) for kind in ("Service", "PodDisruptionBudget", "NetworkPolicy"))
            for selector in (deployment["spec"]["selector"]["matchLabels"], service["spec"]["selector"],
                             budget["spec"]["selector"]["matchLabels"], policy["spec"]["podSelector"]["matchLabels"]):
                self.assertEqual(selector, labels)

    def test_ports_are_those_of_the_service(self):
        for name, _, _, container in self.each():
            ports = {one["name"]: one["containerPort"] for one in container["ports"]}
            own = 3000 if name == "task-service" else 4500
            self.assertEqual(ports, {"http": own, "operators": 9464})
            self.assertIn("9464", str(container.get("env", [])) + str(container["args"]))
            (policy,) = self.of_kind("NetworkPolicy", name)
            allowed = [port["port"] for rule in policy["spec"]["ingress"] for port in rule["ports"]]
            self.assertEqual(allowed, list(ports.values()))

    def test_the_settings_are_those_of_task_service_json_but_for_the_drain_and_the_proxy(self):
        self.settings["shutdown"]["drainSeconds"] = SETTINGS["shutdown"]["drainSeconds"]
        self.assertEqual(self.settings | {"proxy": {"trusted": True}}, SETTINGS)

    def test_no_id_of_a_request_is_taken_from_a_proxy_that_may_pass_on_a_clients(self):
        self.assertNotIn("proxy", self.settings)
        for _, _, _, container in self.each():
            self.assertNotIn("--proxy-trusted", container["args"])

    @unittest.skipUnless(TESSERA, "TESSERA names no program; script/test-deploy builds it")
    def test_the_web_app_takes_the_options_of_the_manifests(self):
        ((_, _, _, container),) = [one for one in self.each() if one[0] == "tessera-web"]
        compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["web-1"]["command"]
        for arguments in (container["args"], [one.replace("${WEB_BASE_URL:-", "").rstrip("}") for one in compose]):
            result = subprocess.run([TESSERA, "web", *arguments], capture_output=True, text=True, cwd=self.folder)
            # Only files are missing here: a wrong option would be 64.
            self.assertEqual(result.returncode, 78, result.stderr)
            self.assertIn("people.plist", result.stderr)
