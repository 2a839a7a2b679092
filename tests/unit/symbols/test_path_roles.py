from __future__ import annotations

import pytest

from lsp_codebase.scan.roles import path_roles


@pytest.mark.parametrize(
    ("path", "roles"),
    [
        ("src/net/client.py", set()),
        ("tests/net/client.py", {"test"}),
        ("src/net/client_test.go", {"test"}),
        ("src/net/test_client.py", {"test"}),
        ("src/button.spec.ts", {"test"}),
        ("src/ClientTest.java", {"test"}),
        ("src/__tests__/button.tsx", {"test"}),
        ("conftest.py", {"test"}),
        ("examples/hello.rs", {"example"}),
        ("benches/search.rs", {"example"}),
        ("vendor/lib/a.go", {"vendored"}),
        ("external-crates/client/src/lib.rs", {"vendored"}),
        ("src/external/client.rs", set()),
        ("node_modules/x/test/a.js", {"vendored", "test"}),
        ("api/v1/types.pb.go", {"generated"}),
        ("static/jquery.min.js", {"generated"}),
        ("web/uv.lock", {"generated"}),
        ("go.sum", {"generated"}),
        ("app/gradlew", {"generated"}),
        ("mvnw.cmd", {"generated"}),
        ("api/client.gen.ts", {"generated"}),
        ("test-utils/render.tsx", {"test"}),
        ("Tests/Cart.cs", {"test"}),
        ("docs/guide.md", {"docs"}),
        ("website/versioned_docs/version-1.2/guide.mdx", {"docs", "generated"}),  # copies that Docusaurus makes
        ("README.md", {"docs"}),
        ("CHANGES", {"docs"}),
        ("NEWS.txt", {"docs"}),
        ("src/Acme.Specs/CartSpecs.cs", {"test"}),
        ("src/Acme.UnitTests/Cart.cs", {"test"}),
        ("src/CartTests.cpp", {"test"}),
        ("cart/src/commonTest/kotlin/CartTest.kt", {"test"}),
        ("app/src/androidTest/java/Cart.kt", {"test"}),
        ("AcmeUITests/Cart.swift", {"test"}),
        ("src/Acme.Tests.Unit/Slow.cs", {"test"}),
        ("src/Acme.UnitTests.Common/Slow.cs", {"test"}),
        ("src/Acme.Test.CodeGen/Slow.cs", {"test"}),
        ("src/Acme.Testing.Unit/Slow.cs", set()),
        ("src/acme.tests.v1/slow.py", set()),
        ("scripted-tests/run/build.sbt", {"test"}),
        ("t/t0000-basic.sh", {"test"}),
        ("regress/cart.sh", {"test"}),
        ("acceptance/cart.rb", {"test"}),
        ("its/cart/src/main/java/Cart.java", {"test"}),
        ("cart/src/main/java/org/acme/Testing/Cart.java", {"test"}),
        ("acme-cart/src/it/java/CartFlow.java", {"test"}),
        ("acme-plugin/src/it/simple/src/main/java/Cart.java", {"test"}),
        ("src/Acme.Benchmarks/Cart.cs", {"example"}),
        ("acme-samples/cart/src/main/java/Cart.java", {"example"}),
        ("AcmeDemo/Cart.swift", {"example"}),
        ("single_include/acme.hpp", {"generated"}),
        ("web/locales/de.json", {"translation"}),
        ("web/locales/pt-BR/common.json", {"translation"}),
        ("web/lang/lang-ar.json", {"translation"}),
        ("share/translations/shop_zh_TW.ts", {"translation"}),
        ("shop/locale/fr/LC_MESSAGES/shop.po", {"translation"}),
        ("po/uk.po", {"translation"}),
        ("src/Resources.nl.resx", {"translation"}),
        ("src/main/resources/Messages_sv_SE.properties", {"translation"}),
        ("app/src/main/res/values-pt-rBR/strings.xml", {"translation"}),
        ("Shop/de.lproj/Localizable.strings", {"translation"}),
        ("docs/zh-CN/guide.md", {"docs", "translation"}),
        ("README.ja.md", {"docs", "translation"}),
        ("web/locales/en.json", set()),
        ("web/locales/index.ts", set()),
        ("src/main/resources/Messages.properties", set()),
        ("src/main/resources/Messages_en_GB.properties", set()),
        ("src/main/resources/application-it.properties", set()),
        ("src/it/no.py", set()),
        ("lib/shop/cart_test.rb", {"test"}),
        ("lib/shop/cart_spec.rb", {"test"}),
        ("lib/shop/cart_test.exs", {"test"}),
        ("lib/cart.test.js", {"test"}),
        ("src/test.js", {"test"}),
        ("src/cart/test.rs", {"test"}),
        ("src/commands/tests.rs", {"test"}),
        ("src/test_cart.test.ts", {"test"}),
        ("test/test_cart.js", {"test"}),
        ("deploy/prod-eu.yaml", set()),
        ("doc/php-cs-fixer.rst", {"docs"}),
    ],
)
def test_a_path_tells_the_role_of_its_file(path: str, roles: set[str]) -> None:
    assert path_roles(path) == roles


@pytest.mark.parametrize(
    "path",
    [
        "src/latest.py",
        "src/main/java/its/Cart.java",
        "app/src/main/java/com/example/shop/Cart.java",
        "core/src/main/kotlin/com/google/samples/apps/shop/Cart.kt",
        "core/src/prod/kotlin/com/google/samples/apps/shop/Cart.kt",
        "src/main/java/acme/acceptance/Terms.java",
        "src/contest/entry.py",
        "lib/Target/X86.cpp",
        "pkg/build/plan.go",
        "src/attestation.rs",
        "src/Contest/Entry.cs",
        "src/history.c",
        "pkg/pod_spec.go",
        "pkg/split_string.go",
        "api/openapi.spec.json",
        "acme-test/src/main/java/org/acme/Runner.java",  # a library to write tests with
        "src/main/scala/acme/Tests.scala",
        "src/main/java/org/acme/UseAssertInTests.java",
        "lib/test.js",
        "lib/acme/test.rb",
        "lib/acme/adapters/mock.rb",
        "lib/acme/test.ex",
        "lib/acme/check/wrong_test_file.ex",
        "src/bin/acme/commands/test.rs",
        "src/acme/cmd/test.lua",
        "acme/dev-cmd/tests.rb",
        "src/models/test_case.ts",
    ],
)
def test_words_that_only_look_like_a_role_give_none(path: str) -> None:
    assert path_roles(path) == frozenset()


def test_below_main_sources_packages_and_classes_are_named_for_their_subject() -> None:
    assert path_roles("app/src/main/java/org/acme/e2e/Key.java") == frozenset()
    assert path_roles("core/src/commonMain/kotlin/org/acme/doc/Page.kt") == frozenset()
    assert path_roles("core/src/jvmMain/kotlin/org/acme/PageSpec.kt") == frozenset()
    assert path_roles("core/src/main/java/org/acme/CipherSuite.java") == frozenset()
    assert path_roles("core/src/jvmTest/kotlin/org/acme/PageSpec.kt") == {"test"}
    assert path_roles("core/src/main/java/org/acme/testing/Page.java") == {"test"}
    assert path_roles("samples/app/src/main/java/org/acme/Page.java") == {"example"}
