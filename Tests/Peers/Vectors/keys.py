"""Keys in files, and what our readers must find in them: what `cryptography` finds, whose reader is not OpenSSL's."""
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding, PublicFormat, load_der_public_key, load_pem_private_key)

from files import CRYPTOGRAPHY, tests

# What we read; the others are refused: encrypted, on other or explicit curves, for PSS alone.
OURS = {
    "PKCS8/ec-consistent-curve.pem", "PKCS8/ec_private_key.pem", "PKCS8/ecc_private_with_rfc5915_ext.pem",
    "PKCS8/unenc-rsa-pkcs8.pem", "PEM_Serialization/ec_private_key.pem", "EC/high-bit-set.pem",
    "Traditional_OpenSSL_Serialization/testrsa.pem"}


def point(der):
    """The point of a key on one of our curves; `refused` for others."""
    try:
        key = load_der_public_key(der)
    except (UnsupportedAlgorithm, ValueError):
        return "refused"
    if not isinstance(key, EllipticCurvePublicKey) or key.curve.name not in ("secp256r1", "secp384r1", "secp521r1"):
        return "refused"
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint).hex()


def public_keys():
    """Certificates hold keys in this form; Wycheproof changes its bytes, and a curve's parameters."""
    for curve in "256", "384", "521":
        for _, test in tests(f"Protocol/ecdh_secp{curve}r1"):
            der = bytes.fromhex(test["public"])
            wanted = "refused" if "CompressedPoint" in test["flags"] else point(der)
            yield f"SPKI {test['tcId']}", f"spki {der.hex()}", {wanted}


def number(value, count=None):
    return value.to_bytes(count or (value.bit_length() + 7) // 8, "big").hex()


def private_keys():
    for folder in "PKCS8", "PEM_Serialization", "Traditional_OpenSSL_Serialization", "EC":
        for file in (CRYPTOGRAPHY / "asymmetric" / folder).iterdir():
            text = file.read_bytes()
            if b"PRIVATE KEY" not in text:
                continue
            wanted = "refused"
            if f"{folder}/{file.name}" in OURS:
                key = load_pem_private_key(text, None)
                one = key.private_numbers()
                if isinstance(key, RSAPrivateKey):
                    of = one.public_numbers
                    wanted = " ".join(map(number, (of.n, of.e, one.d, one.p, one.q, one.dmp1, one.dmq1, one.iqmp)))
                else:
                    wanted = number(one.private_value, (key.key_size + 7) // 8)
            yield file.name, f"pem {text.hex()}", {wanted}
