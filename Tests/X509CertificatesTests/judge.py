#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the certificates of a folder with OpenSSL's command and `cryptography`, and says what differs from
expected.json."""
import collections, datetime, ipaddress, json, re, subprocess, sys, warnings
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID as Usage, NameOID

warnings.simplefilter("error")
folder = Path(sys.argv[1])
expected = json.loads((folder / "expected.json").read_text())
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
TYPES = {NameOID.COMMON_NAME: "CN", NameOID.ORGANIZATION_NAME: "O", NameOID.ORGANIZATIONAL_UNIT_NAME: "OU"}
USAGES = {Usage.SERVER_AUTH: "serverAuth", Usage.CLIENT_AUTH: "clientAuth", Usage.ANY_EXTENDED_KEY_USAGE: "any"}
CRITICAL = {"basicConstraints", "keyUsage", "nameConstraints"}
KEY_USAGES = {"key": None, "authority": {"key_cert_sign", "crl_sign"}, "server": {"digital_signature"},
              "test authority": None, "test": None}
faults, seen = [], collections.Counter()


def fault(row, what, found, wanted):
    if found != wanted:
        faults.append(f"{row['file']}: {what} is {found!r}, not {wanted!r}")


def seconds(certificate, name):
    """A time of a certificate; before version 42, such as in Debian 12, `cryptography` gives none with a time zone."""
    if hasattr(certificate, f"{name}_utc"):
        return (getattr(certificate, f"{name}_utc") - EPOCH).total_seconds()
    return (getattr(certificate, name).replace(tzinfo=datetime.timezone.utc) - EPOCH).total_seconds()


def verify_signature(certificate, issuer):
    """Raises an error for a signature that is not the issuer's; Debian 12 has no `verify_directly_issued_by`."""
    key, method = issuer.public_key(), certificate.signature_hash_algorithm
    options = {
        rsa.RSAPublicKey: lambda: [padding.PKCS1v15(), method],
        ec.EllipticCurvePublicKey: lambda: [ec.ECDSA(method)],
        ed25519.Ed25519PublicKey: lambda: [],
    }
    more = next(make() for kind, make in options.items() if isinstance(key, kind))
    key.verify(certificate.signature, certificate.tbs_certificate_bytes, *more)


def openssl(*arguments):
    done = subprocess.run(["openssl", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def general(name):
    if isinstance(name, x509.DNSName): return ["DNS", name.value]
    if isinstance(name, x509.UniformResourceIdentifier): return ["URI", name.value]
    if isinstance(name, x509.RFC822Name): return ["email", name.value]
    value = name.value
    if isinstance(value, (ipaddress.IPv4Network, ipaddress.IPv6Network)):
        return ["IP", (value.network_address.packed + value.netmask.packed).hex()]
    return ["IP", value.packed.hex()]


def element(der, at):
    """The tag, the content and the end of an element."""
    length, start = der[at + 1], at + 2
    if length >= 0x80:
        count = length & 0x7F
        length, start = int.from_bytes(der[start:start + count], "big"), start + count
    return der[at], der[start:start + length], start + length


def judge_bytes(row, der):
    """The serial number, and the forms of the times."""
    _, whole, _ = element(der, 0)
    _, content, _ = element(whole, 0)
    at, parts = 0, []
    while at < len(content):
        tag, value, at = element(content, at)
        parts.append((tag, value))
    serial = parts[1][1]
    fault(row, "serial number", (serial[0] < 0x80, any(serial), len(serial) <= 20), (True, True, True))
    fault(row, "length of the serial number", len(serial) == 1 or serial[0] != 0 or serial[1] >= 0x80, True)
    at = 0
    for name in ["notBefore", "notAfter"]:
        tag, value, at = element(parts[4][1], at)
        year = (EPOCH + datetime.timedelta(seconds=row[name])).year
        fault(row, "form of " + name, (tag, len(value)), (0x17, 13) if 1950 <= year < 2050 else (0x18, 15))
        seen["UTCTime" if tag == 0x17 else "GeneralizedTime"] += 1


def judge_python(row, certificate, issuer):
    subject = [sorted([TYPES[a.oid], a.value] for a in part) for part in certificate.subject.rdns]
    fault(row, "subject", subject, row["subject"])
    fault(row, "issuer", certificate.issuer.public_bytes(), issuer.subject.public_bytes())
    fault(row, "notBefore", seconds(certificate, "not_valid_before"), row["notBefore"])
    fault(row, "notAfter", seconds(certificate, "not_valid_after"), row["notAfter"])
    fault(row, "version", certificate.version, x509.Version.v3)
    found = {e.oid._name: e for e in certificate.extensions}
    fault(row, "critical", {n for n, e in found.items() if e.critical}, CRITICAL & set(found))
    constraints = found["basicConstraints"].value
    said = (constraints.ca, constraints.path_length)
    fault(row, "basicConstraints", said, (row["isAuthority"], row.get("maximumPath")))
    names = [general(n) for n in found["subjectAltName"].value] if "subjectAltName" in found else []
    fault(row, "names", names, row["names"])
    usages = [USAGES[u] for u in found["extendedKeyUsage"].value] if "extendedKeyUsage" in found else []
    fault(row, "usages", usages, row["usages"])
    limits = found.get("nameConstraints")
    fault(row, "permitted", [general(n) for n in limits.value.permitted_subtrees] if limits else [], row["permitted"])
    fault(row, "excluded", limits.value.excluded_subtrees if limits else None, None)
    usage = found.get("keyUsage")
    said = {n for n in ["digital_signature", "content_commitment", "key_encipherment", "data_encipherment",
                        "key_agreement", "key_cert_sign", "crl_sign"] if getattr(usage.value, n)} if usage else None
    fault(row, "keyUsage", said, KEY_USAGES[row["profile"]])
    if row["profile"] in ("authority", "server"):
        digest = x509.SubjectKeyIdentifier.from_public_key(certificate.public_key()).digest
        fault(row, "subjectKeyIdentifier", found["subjectKeyIdentifier"].value.digest, digest)
    if row["profile"] == "server":
        digest = x509.SubjectKeyIdentifier.from_public_key(issuer.public_key()).digest
        fault(row, "authorityKeyIdentifier", found["authorityKeyIdentifier"].value.key_identifier, digest)
    verify_signature(certificate, issuer)
    try:
        altered = bytearray(certificate.public_bytes(Encoding.DER))
        altered[-1] ^= 1
        verify_signature(x509.load_der_x509_certificate(bytes(altered)), issuer)
        fault(row, "a changed signature", "taken", "refused")
    except Exception:
        pass
    for name in found: seen[name] += 1


def judge_openssl(row, certificate, issuer):
    file = str(folder / row["file"])
    options = ["-noout", "-text", "-nameopt", "utf8,sep_comma_plus,sname"]
    status, text = openssl("x509", "-inform", "DER", "-in", file, *options)
    fault(row, "openssl x509", status, 0)
    for name in ["notBefore", "notAfter"]:
        date = EPOCH + datetime.timedelta(seconds=row[name])
        word = {"notBefore": "Not Before: ", "notAfter": "Not After : "}[name]
        shown = word + date.strftime("%b ") + f"{date.day:2d} " + date.strftime("%H:%M:%S ") + f"{date.year} GMT"
        fault(row, name + " of openssl", shown in text, True)
    for part in row["subject"]:
        for kind, value in part:
            escaped = re.sub(r'([,+"\\<>;])', r"\\\1", value)
            fault(row, f"{kind} of openssl", value in text or escaped in text, True)
    for kind, value in row["names"]:
        if kind == "IP":
            address = ipaddress.ip_address(bytes.fromhex(value))
            groups = [f"{int(group, 16):X}" for group in address.exploded.split(":")] if address.version == 6 else []
            value = ":".join(groups) or str(address)
            kind = "IP Address"
        fault(row, f"{kind}:{value} of openssl", f"{kind}:{value}" in text, True)
    fault(row, "CA of openssl", f"CA:{'TRUE' if row['isAuthority'] else 'FALSE'}" in text, True)
    fault(row, "critical of openssl", "X509v3 Basic Constraints: critical" in text, True)
    pems = []
    for der, name in [(certificate, row["file"]), (issuer, row["issuer"])]:
        path = folder / (name + ".pem")
        path.write_bytes(der.public_bytes(Encoding.PEM))
        pems.append(str(path))
    # OpenSSL refuses the last second, which is still valid by RFC 5280 §4.1.2.5.
    for moment, good in [(row["notBefore"], True), (row["notAfter"] - 1, True), (row["notBefore"] - 1, False),
                         (row["notAfter"] + 1, False)]:
        arguments = ["verify", "-attime", str(int(moment)), "-CAfile", pems[1]]
        if row["profile"] in ("authority", "server"): arguments.append("-x509_strict")
        if row["profile"] == "server": arguments += ["-purpose", "sslserver"]
        status, said = openssl(*arguments, pems[0])
        fault(row, f"openssl verify at {moment}", (status == 0, said.strip().endswith(": OK")), (good, good))


for row in expected:
    der = (folder / row["file"]).read_bytes()
    certificate = x509.load_der_x509_certificate(der)
    issuer = x509.load_der_x509_certificate((folder / row["issuer"]).read_bytes())
    for check in [lambda: judge_bytes(row, der), lambda: judge_python(row, certificate, issuer),
                  lambda: judge_openssl(row, certificate, issuer)]:
        try:
            check()
        except Exception as error:
            faults.append(f"{row['file']}: {type(error).__name__} {error}")
    seen[row["profile"]] += 1
for line in faults[:20]: print(line)
print(", ".join(f"{name} {count}" for name, count in sorted(seen.items())))
print(f"{len(expected)} certificates, {len(faults)} faults")
