"""The alarms: as Prometheus reads them, each rung and each silent once, on metrics that the service has."""
import re
import shutil
from pathlib import Path

import yaml

from workplace import DEPLOY, ROOT, DeployTest, needs, run

ALERTS = DEPLOY / "prometheus" / "alerts.yaml"
CASES = Path(__file__).with_name("alerts_test.yaml")
MEANINGS = ROOT / "Sources/Servers/ServerTelemetry/Metrics/PrometheusMetrics.swift"


def rules():
    return [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]


@needs("promtool")
class AlarmTests(DeployTest):
    def test_Prometheus_takes_the_rules_and_its_configuration(self):
        run("promtool", "check", "rules", str(ALERTS))
        run("promtool", "check", "config", str(DEPLOY / "prometheus/prometheus.yaml"))

    def test_each_alarm_rings_when_it_should_and_only_then(self):
        shutil.copy(ALERTS, self.folder)
        shutil.copy(CASES, self.folder)
        run("promtool", "test", "rules", CASES.name, cwd=self.folder)

    def test_each_alarm_has_a_case_for_ringing_and_one_for_silence(self):
        cases = yaml.safe_load(CASES.read_text())["tests"]
        for test, rings in zip(cases, (False, True), strict=True):
            tried = [one["alertname"] for one in test["alert_rule_test"] if bool(one["exp_alerts"]) == rings]
            self.assertEqual(tried, [rule["alert"] for rule in rules()])


class MetricNameTests(DeployTest):
    def test_each_metric_of_an_alarm_is_one_of_the_service(self):
        known = set(re.findall(r'^ +"([a-z_]+)":', MEANINGS.read_text(), re.MULTILINE))
        words = {"sum", "rate", "by", "le", "or", "and", "absent", "increase", "changes", "histogram_quantile",
                 "operation", "host", "instance", "job", "up", "m"}
        for rule in rules():
            names = re.sub(r"\{[^}]*\}|\[[^]]*\]|\d+[a-z]?", " ", rule["expr"])
            for name in re.findall(r"[a-z_]+", names):
                self.assertTrue(
                    name in words or re.sub(r"_(bucket|count|sum)$", "", name) in known, f"{rule['alert']}: {name}")

    def test_the_page_says_what_each_alarm_means(self):
        page = (ROOT / "docs/operations.md").read_text()
        told = re.findall(r"^\| `(Tessera\w+)` \|", page, re.MULTILINE)
        self.assertEqual(told, [rule["alert"] for rule in rules()])
