"""Certificates of clients that no authority would issue, made with the command line of OpenSSL."""
import base64
import os
import re
import subprocess


def make_certificates(folder):
    """Names, and the files of a certificate and its key."""
    key = os.path.join(folder, "key.pem")
    openssl("ecparam", "-genkey", "-name", "prime256v1", "-noout", "-out", key)
    names = ",".join(f"DNS:a{number}.example" for number in range(3000))
    subjects = {
        "that is plain": ["-subj", "/CN=plain", "-days", "1"],
        "without a subject": ["-subj", "/", "-days", "1"],
        "of 3,000 names": ["-subj", "/CN=a", "-days", "1", "-addext", f"subjectAltName={names}"],
        "with a long subject": ["-subj", "/OU=" + "/OU=".join(["x" * 60] * 200), "-days", "1"],
        "with text that runs backwards": ["-utf8", "-subj", "/CN=\u202eelpmaxe.live\n", "-days", "1"],
        "of an authority": ["-subj", "/CN=CA", "-days", "1", "-addext", "keyUsage=critical,keyCertSign"],
    }
    result = {}
    for number, (kind, options) in enumerate(subjects.items()):
        file = os.path.join(folder, f"{number}.pem")
        openssl("req", "-x509", "-key", key, "-out", file, *options)
        result[kind] = (file, key)
    plain = read(result["that is plain"][0])
    result["with NUL in its name"] = (write(folder, "nul.pem", [plain.replace(b"plain", b"pl\0in")]), key)
    expired = re.sub(rb"\x17\x0d\d{12}Z", b"\x17\x0d010101000000Z", plain)
    result["that has expired"] = (write(folder, "expired.pem", [expired]), key)
    result["whose signature is wrong"] = (write(folder, "wrong.pem", [plain[:-1] + bytes([plain[-1] ^ 1])]), key)
    result["with a chain of 100"] = (write(folder, "chain.pem", [plain] * 100), key)
    result["with a chain of 2,000"] = (write(folder, "chains.pem", [plain] * 2000), key)
    # More primes make a long key in a fraction of the time.
    result["of RSA with 1,024 bits"] = rsa(folder, 1024)
    result["of RSA with 8,192 bits"] = rsa(folder, 8192, "-primes", "4")
    return result


def rsa(folder, bits, *options):
    key, file = os.path.join(folder, f"{bits}.key"), os.path.join(folder, f"{bits}.pem")
    openssl("genrsa", *options, "-out", key, str(bits))
    openssl("req", "-x509", "-key", key, "-out", file, "-subj", "/CN=rsa", "-days", "1")
    return file, key


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


def read(file):
    with open(file, encoding="ascii") as text:
        return base64.b64decode("".join(text.read().split("-----")[2].split()))


def write(folder, name, certificates):
    file = os.path.join(folder, name)
    with open(file, "w", encoding="ascii") as text:
        for certificate in certificates:
            content = base64.encodebytes(certificate).decode()
            text.write(f"-----BEGIN CERTIFICATE-----\n{content}-----END CERTIFICATE-----\n")
    return file
