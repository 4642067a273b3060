"""The files for compose and Kubernetes: against their schemas, and against what the image and the service need."""
import json
import re
import sys
from pathlib import Path

import kubernetes_validate
import yaml

from workplace import DEPLOY, DeployTest, run

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
        self.tasks = {name: one for name, one in self.compose["services"].items() if name.startswith("tasks-")}

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
        self.assertEqual(re.findall(r"server (\S+):3000", upstreams), list(self.tasks))

    def test_an_instance_is_of_no_privilege_and_has_time_to_end(self):
        for name, one in self.tasks.items():
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

    def test_images_of_others_have_a_version(self):
        for name in ("database", "proxy"):
            self.assertRegex(self.compose["services"][name]["image"], r":\d+\.\d+(\.\d+)?$")


class KubernetesTests(DeployTest):
    def setUp(self):
        super().setUp()
        self.resources = [one for file in KUBERNETES for one in yaml.safe_load_all(file.read_text())]
        (self.deployment,) = self.of_kind("Deployment")
        self.pod = self.deployment["spec"]["template"]["spec"]
        (self.container,) = self.pod["containers"]
        (settings,) = self.of_kind("ConfigMap")
        self.settings = json.loads(settings["data"]["task-service.json"])

    def of_kind(self, kind):
        return [one for one in self.resources if one["kind"] == kind]

    def test_each_resource_has_the_form_of_its_schema(self):
        kinds = [one["kind"] for one in self.resources]
        self.assertEqual(sorted(kinds), [
            "ConfigMap", "Deployment", "Namespace", "NetworkPolicy", "PodDisruptionBudget", "Service",
            "ServiceAccount"])
        for version in ("1.29", "1.34"):
            for one in self.resources:
                kubernetes_validate.validate(one, version, strict=True)
        self.container["image"] = 1
        with self.assertRaises(kubernetes_validate.ValidationError):
            kubernetes_validate.validate(self.deployment, "1.34", strict=True)

    def test_two_instances_of_which_one_always_stays(self):
        self.assertEqual(self.deployment["spec"]["replicas"], 2)
        (budget,) = self.of_kind("PodDisruptionBudget")
        self.assertEqual(budget["spec"]["minAvailable"], 1)
        self.assertEqual(self.deployment["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"], 0)

    def test_a_pod_has_time_to_end(self):
        self.assertGreater(self.pod["terminationGracePeriodSeconds"], longest_shutdown(self.settings))
        probe = self.container["readinessProbe"]
        self.assertGreater(self.settings["shutdown"]["drainSeconds"],
                           probe["periodSeconds"] * probe["failureThreshold"])

    def test_a_pod_is_of_no_privilege(self):
        context = self.container["securityContext"]
        self.assertEqual(context["capabilities"], {"drop": ["ALL"]})
        self.assertTrue(context["readOnlyRootFilesystem"] and not context["allowPrivilegeEscalation"])
        self.assertEqual((self.pod["securityContext"]["runAsUser"], self.pod["securityContext"]["runAsNonRoot"]),
                         (USER, True))
        self.assertEqual(self.pod["securityContext"]["seccompProfile"], {"type": "RuntimeDefault"})
        self.assertFalse(self.pod["automountServiceAccountToken"])

    def test_the_database_address_comes_from_a_file_that_only_the_service_reads(self):
        volumes = {one["name"]: one for one in self.pod["volumes"]}
        mounts = {one["name"]: one["mountPath"] for one in self.container["volumeMounts"]}
        variables = {one["name"]: one["value"] for one in self.container["env"]}
        self.assertEqual(variables["TESSERA_TASKS_DATABASE_ADDRESS_FILE"], mounts["database"] + "/database-address")
        self.assertEqual(volumes["database"]["secret"]["defaultMode"], 0o440)
        self.assertEqual(self.of_kind("Secret"), [])

    def test_selectors_find_the_pods(self):
        labels = self.deployment["spec"]["template"]["metadata"]["labels"]
        (service,), (budget,), (policy,) = map(self.of_kind, ("Service", "PodDisruptionBudget", "NetworkPolicy"))
        for selector in (self.deployment["spec"]["selector"]["matchLabels"], service["spec"]["selector"],
                         budget["spec"]["selector"]["matchLabels"], policy["spec"]["podSelector"]["matchLabels"]):
            self.assertEqual(selector, labels)

    def test_ports_are_those_of_the_service(self):
        ports = {one["name"]: one["containerPort"] for one in self.container["ports"]}
        variables = {one["name"]: one["value"] for one in self.container["env"]}
        self.assertEqual(ports, {"http": 3000, "operators": int(variables["TESSERA_TASKS_METRICS_PORT"])})
        (policy,) = self.of_kind("NetworkPolicy")
        allowed = [port["port"] for rule in policy["spec"]["ingress"] for port in rule["ports"]]
        self.assertEqual(allowed, list(ports.values()))

    def test_the_settings_are_those_of_task_service_json_but_for_the_drain(self):
        self.settings["shutdown"]["drainSeconds"] = SETTINGS["shutdown"]["drainSeconds"]
        self.assertEqual(self.settings, SETTINGS)
