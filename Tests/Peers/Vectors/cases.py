"""What published vectors ask of our cryptography: the name of a source, a question, and the answers that are right."""
from files import CRYPTOGRAPHY, records, tests

SIZES = {"SHA-1": 20, "SHA-256": 32, "SHA-384": 48, "SHA-512": 64}
CURVES = {"P-256": 32, "P-384": 48, "P-521": 66}
VALID, INVALID = {"valid"}, {"invalid", "refused"}


def named(text):
    """A hash function's name as questions have it: SHA384 and SHA-384 are SHA-384."""
    return "SHA-" + text.upper().removeprefix("SHA").removeprefix("-")


def padded(number, count):
    """A number of whole bytes, as many as a coordinate has; some that are out of range have more."""
    digits = f"{int(number, 16):0{2 * count}x}"
    return "0" * (len(digits) % 2) + digits


def digests():
    for folder, name in ("SHA1", "SHA1"), ("SHA2", "SHA256"), ("SHA2", "SHA384"), ("SHA2", "SHA512"):
        for kind in "Short", "Long":
            for _, one in records(f"hashes/{folder}/{name}{kind}Msg.rsp", "MD"):
                yield name, f"hash {named(name)} {one['Msg'] if one['Len'] != '0' else ''}", {one["MD"]}


def codes():
    for name in "rfc-2202-sha1", "rfc-4231-sha256", "rfc-4231-sha384", "rfc-4231-sha512":
        for _, one in records(f"HMAC/{name}.txt", "MD"):
            yield name, f"hmac {named(name[9:])} {one['Key']} {one['Msg']}", {one["MD"]}


def derived_keys():
    for _, one in records("KDF/hkdf-generated.txt", "OKM"):
        yield "HKDF", f"hkdf {one['Hash']} {one['IKM']} {one['salt']} {one['info']} {one['L']}", {one["OKM"]}
    for name in SIZES:
        for _, test in tests(f"Protocol/hkdf_{name.replace('-', '').lower()}"):
            # The others ask for more than 255 blocks, which ends a program.
            if test["result"] == "valid":
                question = f"hkdf {name} {test['ikm']} {test['salt']} {test['info']} {test['size']}"
                yield "Wycheproof HKDF", question, {test["okm"]}
    for _, one in records("KDF/scrypt.txt", "DERIVED_KEY"):
        if int(one["N"]) > 16_384:
            continue  # takes 1 GiB and some seconds
        password, salt = (one[name].encode().hex() for name in ("PASSWORD", "SALT"))
        question = f"scrypt {password} {salt} {one['N']} {one['r']} {one['p']} {one['LENGTH']}"
        yield "scrypt", question, {one["DERIVED_KEY"]}


def sealed():
    """Boxes with another nonce or a shorter tag than ours are refused, however good they are."""
    for kind in "Decrypt", "EncryptExtIV":
        for head, one in records(f"ciphers/AES/GCM/gcm{kind}256.rsp", "Tag"):
            beside, box = f"{one['Key']} {one['IV']} {one['AAD']}", one["CT"] + one["Tag"]
            is_good = "IVlen=96" in head and "Taglen=128" in head and "FAIL" not in one
            yield kind, f"open {beside} {box}", {one["PT"] if is_good else "refused"}
            if is_good:
                yield kind, f"seal {beside} {one['PT']}", {box}
    for group, test in tests("Cipher/aes_gcm"):
        is_good = (group["keySize"], group["ivSize"], test["result"]) == (256, 96, "valid")
        question = f"open {test['key']} {test['iv']} {test['aad']} {test['ct']}{test['tag']}"
        yield "Wycheproof AES-GCM", question, {test["msg"] if is_good else "refused"}


def curve_keys():
    for edition in "FIPS_186-2", "FIPS_186-3":
        for file, last in ("KeyPair", "Qy"), ("PKV", "Result"):
            for head, one in records(f"asymmetric/ECDSA/{edition}/{file}.rsp", last):
                curve = head.split(",")[0]
                if count := CURVES.get(curve):
                    point = "04" + padded(one["Qx"], count) + padded(one["Qy"], count)
                    question = f"scalar {curve} {padded(one['d'], count)}" if "d" in one else f"point {curve} {point}"
                    yield file, question, {"refused" if one.get("Result", "P")[0] == "F" else point}


def curve_signatures():
    for file in "FIPS_186-2/SigVer.rsp", "FIPS_186-3/SigVer.rsp", "FIPS_186-3/SigGen.txt":
        for head, one in records(f"asymmetric/ECDSA/{file}", "S"):
            curve, _, name = head.partition(",")
            count, name = CURVES.get(curve), name or "SHA-1"
            if count and name in SIZES:
                x, y, r, s = (padded(one[part], count) for part in ("Qx", "Qy", "R", "S"))
                question = f"ecdsa {curve} {name} 04{x}{y} {one['Msg']} {r}{s}"
                yield file, question, INVALID if one.get("Result", "P")[0] == "F" else VALID
    for curve, name in ("256", "256"), ("256", "512"), ("384", "384"), ("384", "512"), ("521", "512"):
        for group, test in tests(f"Signature/ecdsa_secp{curve}r1_sha{name}_p1363"):
            point = group["publicKey"]["uncompressed"]
            question = f"ecdsa P-{curve} {group['sha']} {point} {test['msg']} {test['sig']}"
            yield "Wycheproof ECDSA", question, VALID if test["result"] == "valid" else INVALID


def edwards_signatures():
    for line in (CRYPTOGRAPHY / "asymmetric/Ed25519/sign.input").read_text().splitlines():
        secret, point, message, signed, _ = line.split(":")
        yield "Ed25519", f"ed25519-sign {secret[:64]} {message}", {point + signed[:128]}
    for group, test in tests("Signature/ed25519"):
        question = f"ed25519 {group['publicKey']['pk']} {test['msg']} {test['sig']}"
        # RFC 8032 §5.1.7 refuses no key of small or mixed order. We refuse the former: anybody can sign for them.
        is_refused = test["result"] == "invalid" or "SmallOrderPublicKey" in test["flags"]
        yield "Wycheproof Ed25519", question, INVALID if is_refused else VALID


def rsa_signatures():
    for file in (
            "FIPS_186-2/SigVer15_186-3.rsp", "FIPS_186-2/SigGen15_186-2.txt", "SigVer15EMTest.txt",
            "FIPS_186-2/SigVerPSS_186-3.rsp", "FIPS_186-2/SigGenPSS_186-2.txt", "FIPS_186-2/SigGenPSS_186-3.rsp"):
        padding = "pss" if "PSS" in file else "pkcs1v15"
        for _, one in records(f"asymmetric/RSA/{file}", "S"):
            if (name := named(one["SHAAlg"])) in SIZES:
                # SHA-1 is refused, and so is each salt of these files, since it is shorter than the digest.
                is_valid = padding == "pkcs1v15" and name != "SHA-1" and one.get("Result", "P")[0] == "P"
                question = f"rsa {padding} {name} {one['n']} {one['e']} {one['Msg']} {one['S']}"
                yield file, question, VALID if is_valid else INVALID
    for size in 2048, 3072, 4096, 8192:
        for name in "256", "384", "512":
            yield from wycheproof_rsa(f"rsa_signature_{size}_sha{name}", "pkcs1v15")
    for name in (
            "2048_sha256_mgf1_0", "2048_sha256_mgf1_32", "2048_sha256_mgf1sha1_20", "2048_sha384_mgf1_48",
            "3072_sha256_mgf1_32", "4096_sha256_mgf1_32", "4096_sha384_mgf1_48", "4096_sha512_mgf1_32",
            "4096_sha512_mgf1_64", "misc"):
        yield from wycheproof_rsa(f"rsa_pss_{name}", "pss")
    for size in 1024, 1536, 2048, 3072, 4096:
        for group, test in tests(f"Signature/rsa_pkcs1_{size}_sig_gen"):
            if (name := group["sha"]) in SIZES and name != "SHA-1":
                question = f"rsa-sign {name} {group['privateKeyPem'].encode().hex()} {test['msg']}"
                yield "Wycheproof RSA", question, {test["sig"]}


def wycheproof_rsa(path, padding):
    for group, test in tests(f"Signature/{path}"):
        name, key = group["sha"], group["publicKey"]
        if name not in SIZES:
            continue
        has_our_mask = padding == "pkcs1v15" or group["mgfSha"] == name
        has_our_salt = padding == "pkcs1v15" or group["sLen"] == SIZES[name]
        # Where the salt is not ours, one was changed to ours. `acceptable`, a missing NULL, is refused.
        wanted = "valid" if has_our_salt else "invalid"
        is_ours = has_our_salt or test["comment"] == f"s_len changed to {SIZES[name]}"
        is_valid = name != "SHA-1" and has_our_mask and is_ours and test["result"] == wanted
        question = f"rsa {padding} {name} {key['modulus']} {key['publicExponent']} {test['msg']} {test['sig']}"
        yield "Wycheproof RSA", question, VALID if is_valid else INVALID
