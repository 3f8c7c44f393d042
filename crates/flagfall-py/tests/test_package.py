"""The package as a whole: stubs, types, example."""

import ast
import importlib.util
import pathlib
import runpy

import flagfall
from flagfall import _flagfall

ROOT = pathlib.Path(__file__).resolve().parents[3]


def public(names):
    return {name for name in names if not name.startswith("_")}


def test_the_stub_names_what_there_is():
    package = pathlib.Path(flagfall.__file__).parent
    assert (package / "py.typed").exists()
    stub = ast.parse((package / "_flagfall.pyi").read_text())
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
    constants = {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)}
    for name in public(dir(_flagfall)):
        value = getattr(_flagfall, name)
        if isinstance(value, type):
            methods = {node.name for node in classes[name].body if isinstance(node, ast.FunctionDef)}
            assert public(methods) == public(dir(value)), name
            assert value.__doc__ and all(getattr(value, method).__doc__ for method in public(methods)), name
        else:
            assert name in functions | constants, name
    assert functions <= set(dir(_flagfall)) and set(flagfall.__all__) <= set(dir(flagfall))


def test_the_example_runs(capsys):
    runpy.run_path(str(ROOT / "examples" / "python_random_match.py"), run_name="__main__")
    assert "blind" in capsys.readouterr().out


def test_the_guide_runs():
    """Every block of Python in the guide, in order and in one namespace."""
    text = (ROOT / "docs" / "python.md").read_text()
    blocks = [part.split("```")[0] for part in text.split("```python\n")[1:]]
    assert len(blocks) > 3
    namespace = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), namespace)


def test_the_core_needs_neither_gymnasium_nor_pettingzoo():
    source = pathlib.Path(importlib.util.find_spec("flagfall").origin).read_text()
    assert "gymnasium" not in source.split('"""', 2)[2]
