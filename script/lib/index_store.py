"""Reads an index store, which the compiler writes with a build, through libIndexStore of the toolchain."""
import ctypes
import pathlib
import shutil
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_size_t, c_uint, c_uint64, c_void_p

RECORD = 2  # of indexstore_unit_dependency_kind_t
DECLARATION, DEFINITION, REFERENCE, OVERRIDE = 1, 2, 4, 1 << 11  # of indexstore_symbol_role_t


class Text(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("length", c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode()


# A string that a callback receives by value is two arguments.
EACH_NAME = CFUNCTYPE(ctypes.c_bool, c_void_p, c_void_p, c_size_t)
EACH = CFUNCTYPE(ctypes.c_bool, c_void_p, c_void_p)
FUNCTIONS = {
    "store_create": (c_void_p, [c_char_p, POINTER(c_void_p)]),
    "store_units_apply_f": (ctypes.c_bool, [c_void_p, c_uint, c_void_p, EACH_NAME]),
    "unit_reader_create": (c_void_p, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "unit_reader_dispose": (None, [c_void_p]),
    "unit_reader_get_main_file": (Text, [c_void_p]),
    "unit_reader_dependencies_apply_f": (ctypes.c_bool, [c_void_p, c_void_p, EACH]),
    "unit_dependency_get_kind": (c_uint, [c_void_p]),
    "unit_dependency_get_name": (Text, [c_void_p]),
    "record_reader_create": (c_void_p, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "record_reader_dispose": (None, [c_void_p]),
    "record_reader_occurrences_apply_f": (ctypes.c_bool, [c_void_p, c_void_p, EACH]),
    "occurrence_get_symbol": (c_void_p, [c_void_p]),
    "occurrence_get_roles": (c_uint64, [c_void_p]),
    "occurrence_relations_apply_f": (ctypes.c_bool, [c_void_p, c_void_p, EACH]),
    "symbol_relation_get_roles": (c_uint64, [c_void_p]),
    "symbol_relation_get_symbol": (c_void_p, [c_void_p]),
    "symbol_get_usr": (Text, [c_void_p]),
}


class IndexStore:
    def __init__(self, path):
        folder = pathlib.Path(shutil.which("swift")).resolve().parent.parent / "lib"
        library = ctypes.CDLL(str(next(folder.glob("libIndexStore.[sd]*"))))
        for name, (result, arguments) in FUNCTIONS.items():
            function = getattr(library, f"indexstore_{name}")
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        self.store = self.made(self.store_create(str(path).encode(), byref(c_void_p())), path)

    def made(self, handle, name):
        if not handle:
            raise SystemExit(f"libIndexStore cannot read {name}")
        return handle

    def records(self):
        """The names of the records, by the source file that they are of."""
        units, found = [], {}
        self.store_units_apply_f(self.store, 0, None, EACH_NAME(lambda _, *text: not units.append(str(Text(*text)))))
        for name in units:
            unit = self.made(self.unit_reader_create(self.store, name.encode(), byref(c_void_p())), name)
            records = found.setdefault(str(self.unit_reader_get_main_file(unit)), set())

            def dependency(_, one):
                if self.unit_dependency_get_kind(one) == RECORD:
                    records.add(str(self.unit_dependency_get_name(one)))
                return True

            self.unit_reader_dependencies_apply_f(unit, None, EACH(dependency))
            self.unit_reader_dispose(unit)
        return found

    def occurrences(self, record):
        """The occurrences in a record: symbol, roles, and the symbols that it overrides or implements."""
        found = []
        reader = self.made(self.record_reader_create(self.store, record.encode(), byref(c_void_p())), record)

        def occurrence(_, one):
            overridden = []

            def relation(_, other):
                if self.symbol_relation_get_roles(other) & OVERRIDE:
                    overridden.append(self.usr(self.symbol_relation_get_symbol(other)))
                return True

            self.occurrence_relations_apply_f(one, None, EACH(relation))
            found.append((self.usr(self.occurrence_get_symbol(one)), self.occurrence_get_roles(one), overridden))
            return True

        self.record_reader_occurrences_apply_f(reader, None, EACH(occurrence))
        self.record_reader_dispose(reader)
        return found

    def usr(self, symbol):
        return str(self.symbol_get_usr(symbol))
