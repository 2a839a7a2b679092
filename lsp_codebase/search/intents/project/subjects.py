"""Forms of questions about the project itself, the files that answer each, and the lines that do: a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from lsp_codebase.search.intents.names.asked_names import reader

# File names, without regard to case. Each begins at a component of the path.
MANIFESTS = (
    r"package\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements[\w-]*\.txt|pipfile|cargo\.toml|go\.mod|pom\.xml"
    r"|build\.gradle(?:\.kts)?|build\.(?:mill|sbt|sc)|mix\.exs|rebar\.config|gemfile|[\w-]+\.(?:gemspec|csproj|fsproj|cabal|opam|nimble)"
    r"|directory\.(?:build|packages)\.props|composer\.json|package\.swift|pubspec\.yaml|shard\.yml|vcpkg\.json"
    r"|conanfile\.(?:py|txt)|cmakelists\.txt|meson\.build|build\.zig\.zon|project\.clj|deps\.edn|project\.toml|description"
    r"|versions\.tf|libs\.versions\.toml|chart\.ya?ml"
)
PINS = r"(?:gradle|maven)-wrapper\.properties|\.tool-versions|(?:[\w-]+\.)?dockerfile(?:\.[\w-]+)?"
_VERSIONS = r"_{0,2}version_{0,2}(?:\.\w+)?|[\w-]+_version\.\w+"
_GUIDES = r"(?:contributing|install|building|build|development|developing|hacking|readme)(?:\.(?:md|rst|adoc|txt|org))?"
_RUNNERS = (
    r"(?:gnu)?makefile|justfile|taskfile\.ya?ml|tox\.ini|noxfile\.py|rakefile|build\.(?:sh|go|py|ps1|rs|zig)|package\.json"
    r"|pyproject\.toml"
)
_CHECKS = (
    r"\.gitlab-ci\.yml|\.circleci/config\.yml|\.travis\.yml|azure-pipelines\.yml|jenkinsfile|\.?appveyor\.yml|\.drone\.yml"
    r"|\.cirrus\.yml|bitbucket-pipelines\.yml|\.buildkite/[^/]+\.ya?ml|\.woodpecker/[^/]+\.ya?ml"
)
_WORKFLOWS = r"\.github/workflows/[^/]+\.ya?ml"  # they do other chores, too
_LINTERS = (
    r"\.?eslint(?:rc|\.config)[\w.]*|biome\.jsonc?|\.golangci\.\w+|\.rubocop\.yml|\.?ruff\.toml|\.flake8|\.?pylintrc|mypy\.ini"
    r"|\.clang-tidy|\.credo\.exs|\.?clippy\.toml|checkstyle[\w-]*\.xml|phpcs\.xml[\w.]*|phpstan\.neon[\w.]*|\.swiftlint\.yml"
    r"|detekt\.yml|\.pre-commit-config\.yaml|pyproject\.toml|setup\.cfg"
)
_FORMATTERS = (
    r"\.?prettier(?:rc|\.config)[\w.]*|\.clang-format|\.formatter\.exs|\.?rustfmt\.toml|\.scalafmt\.conf|\.?php-cs-fixer[\w.]*"
    r"|\.?stylelint(?:rc|\.config)[\w.]*|\.editorconfig"
)
_LINTING = r"(?:lint(?:ers?|ing|s)?|static\s+(?:analysis|checks?)|type\s?-?check(?:er|ing|s)?)"
_LINT_TOOLS = (
    r"biome|checkstyle|clang-tidy|clippy|credo|detekt|eslint|flake8|golangci-lint|hlint|ktlint|mypy|phpcs|phpstan|pint|pre-commit"
    r"|pylint|pyright|rubocop|ruff|spotless|standardrb|swiftlint"
)
_FORMATTING = r"(?:(?:auto|code)\s*-?)?(?:format(?:ter|ters|ting)?|prettier)"
_FORMAT_TOOLS = r"biome|black|clang-format|\w*fmt|format|gofumpt|php-cs-fixer|pint|prettier|ruff|rubocop"
_CODE = r"(?:\s+(?:all|my|our|the))?(?:\s+(?:changes|code(?:\s?base)?|files|it|project|sources?|this))?"
_PROJECT = (
    r"(?:our|the|this)\s+(?:app|application|code\s?base|library|package|program|project|repo|repository|software|tool)"
)
DOES = rf"(?:{_PROJECT}|it|this|we|you)"
_SITE = r"(?:the\s+)?(?:dev(?:elopment)?\s+server|server|service|site|website)"
_PLACE = r"(?:an?|my|the)\s+(?:dev(?:eloper|elopment)?|local)\s+environment"
WHICH_PACKAGES = (
    r"(?:what|which)\s+(?:external\s+|go\s+|npm\s+|pip\s+|python\s+|third[\s-]party\s+)?"
    r"(?:crates|dependencies|frameworks|gems|libraries|packages|pods)"
)
_SORT_OF_PACKAGE = (
    r"(?:(?:[\w-]+\s+){1,2}(?:engine|framework|library|runner|stack|tool)|bundler|database|db|framework|orm|(?:tech(?:nology)?\s+)?stack"
    r"|toolkit|build\s+(?:system|tool)|package\s+manager)"
)
_HOW = r"how\s+(?:can\s+I|can\s+you|do\s+I|do\s+you|do\s+we|to)\s+"
LANGUAGE = (
    r"(?:c\+\+|dart|deno|elixir|erlang|ghc|go|golang|java|jdk|julia|jvm|kotlin|lua|\.?net|node(?:\.?js)?|ocaml|perl|php|python|ruby|rust"
    r"|scala|swift)"
)
_TESTED = r"tested(?:\s+(?:against|in|on|with).*)?"
_CI = r"(?:CI|continuous\s+integration)"
_CI_OR_WORKFLOWS = rf"(?:(?:our|the)\s+)?(?:{_CI}|actions|jobs|pipelines?|workflows?)"
_PACKAGE = r"(?:our|the|this)\s+(?:crate|gem|library|module|package|project)"
_MEMBERS = r"(?:crates|members|modules|packages|(?:sub-?)?projects|workspaces)"
_BUILT_BY = r"(?:cargo|gradle|maven|npm|pnpm|sbt|workspace|yarn)"
_TOGETHER = r"(?:build|mono-?repo|multi-?module\s+build|solution|workspace)"
_THERE = r"(?:\s+(?:are\s+there|do\s+we\s+have|exist))?"
_ALL_OF = r"(?:(?:find|list|show|what|which)\s+(?:are\s+)?(?:all\s+)?)?(?:the\s+)?"
WHAT = r"(?:(?:find|show|what\s+(?:is|are)|where\s+(?:is|are))\s+)?(?:the\s+)?"


class Subject(NamedTuple):
    """A form of question, the files that answer it, the likeliest first, and the lines that do: one of each file.

    Where no file does, the definitions of a `name` may. The patterns of files and lines are compiled only for a
    question of the form: that takes longer than the answer.
    """

    asked: Callable[[str], re.Match[str] | None]
    files: Sequence[str]
    told: Sequence[str] = ()
    name: str = ""


def _of_checks(chore: str, does: str, target: str, tools: str) -> Subject:
    """Return the subject of a chore that tools do, "how do I run the linter": its target comes first, then a tool."""
    return Subject(
        reader(
            rf"{_HOW}(?:run|start|use)\s+(?:all\s+)?(?:the\s+)?{chore}(?:\s+.{{1,40}})?",
            rf"{_HOW}{does}{_CODE}",
            rf"{WHAT}(?:run|running)\s+(?:the\s+)?{chore}",
            rf"{WHAT}{does}(?:ing|ting)?\s+(?:command|script)",
        ),
        (_RUNNERS, _GUIDES, MANIFESTS, r"\.pre-commit-config\.yaml|lefthook\.ya?ml", _WORKFLOWS),
        (
            rf"^\s*[\"'.@]?(?!output)(?:[\w-]+[:._-])?{target}(?:[:._-][\w-]+)?[\"']?\s*(?::|=\s*[\"'\[{{])",
            rf"^\s*[\"']?(?:run:|-|\$|\w[\w:.-]*[\"']?\s*:)?\s*(?:\S+\s+){{0,4}}[\"']?(?:{tools})\b",
            rf"^[#=*]+.*\b{target}",
            rf"\b{target}",
        ),
    )


_BUILDING = (r"^[#=*]+.*\b(?:build|building|compil\w+|install\w*)\b", r"\b(?:build|compile|install)\b")
DEPENDENCIES = Subject(
    reader(
        rf"{WHAT}(?:(?:full\s+)?list\s+of\s+)?(?:all\s+)?(?:project\s+|third[\s-]party\s+)?dependencies"
        r"(?:\s+of\s+(?:the|this)\s+project)?",
        rf"{WHICH_PACKAGES}\s+do(?:es)?\s+{DOES}\s+(?:depend\s+on|have|need|require|use)",
        rf"{WHICH_PACKAGES}\s+(?:are\s+used|(?:are|is)\s+{DOES}\s+(?:based|built)\s+(?:on|with)|{DOES}\s+(?:depends\s+on|uses))",
        rf"(?:what|which)\s+{_SORT_OF_PACKAGE}\s+(?:(?:are|is)\s+(?:being\s+)?used(?:\s+here)?|do(?:es)?\s+{DOES}\s+use)",
        rf"{WHAT}(?:tech(?:nology)?\s+)?stack",
    ),
    (MANIFESTS,),
    (
        r"^\s*[\[<\"']?(?:[\w.-]+[.:_-])?dependenc(?:ies|y)[\"'\]>]*\s*(?:[:={(>]|do\b|$)|^require\b|\"require\"\s*:|PackageReference"
        r"|^\s*gem\s|^\s*\[(?:libraries|packages)\]|\bdefp?\s+deps\b",
        r"dependenc|\bdeps\b|find_package|implementation[\s(]",
        r"^[\w.-]+\s*(?:[=~<>!]=|$)",
    ),
)
SUBJECTS = (
    Subject(
        reader(
            rf"{WHAT}(?:lowest|minimal|minimum|oldest|required|supported)\s+(?:required\s+|supported\s+)?{LANGUAGE}"
            rf"\s+versions?(?:\s+.+)?",
            rf"(?:what|which)\s+{LANGUAGE}\s+versions?\s+(?:are|can|do|does|is)\s(?!\s*{_TESTED}).+",
            rf"(?:the\s+)?{LANGUAGE}\s+versions?\s+(?:needed|required|supported)",
            rf"(?:what|which)\s+versions?\s+of\s+{LANGUAGE}\s+(?:are|can|do|does|is)\s(?!\s*{_TESTED}).+",
        ),
        (MANIFESTS,),
    ),
    Subject(
        reader(
            rf"(?:(?:against|on|with)\s+)?(?:what|which)\s+(?:versions?\s+of\s+{LANGUAGE}|{LANGUAGE}\s+versions?)"
            rf"\s+(?:are|is)\s+(?:it\s+)?{_TESTED}",
        ),
        (r"tox\.ini|noxfile\.py|appraisals", _CHECKS, _WORKFLOWS),
        (
            r"env_?list|\bsession\(.*python|\b(?:go|java|jdk|node|php|python|ruby|rust)(?:[-_]versions?)?[\"']?\s*:\s*[\[\"'\d]",
            r"(?:go|java|node|php|python|ruby|rust)[-_]versions?\b|matrix",
        ),
    ),
    Subject(
        reader(
            rf"{_HOW}(?:cut|make|publish|release)\s+(?:an?\s+)?(?:new\s+)?(?:release|version)",
            rf"{WHAT}(?:release|releasing)\s+(?:checklist|process|steps)",
            r"(?:the\s+)?steps\s+(?:for|to)\s+(?:cut|cutting|make|making|publish|publishing)\s+a\s+(?:new\s+)?release",
            r"how\s+(?:are|is)\s+(?:a\s+)?(?:new\s+)?(?:releases?|versions?)\s+(?:made|published)",
        ),
        (
            r"(?:release|releasing)(?:[-_]\w+)?(?:\.(?:md|rst|adoc|txt|org))?",
            r"\.github/workflows/[^/]*(?:publish|release)[^/]*\.ya?ml",
        ),
    ),
    Subject(
        reader(
            rf"{WHAT}project\s+version(?:\s+number)?",
            rf"{WHAT}version(?:\s+number)?\s+of\s+(?:the|this)\s+project",
            rf"{WHAT}version\s+number(?:\s+(?:defined|set))?",
            r"what\s+is\s+the\s+(?:current|latest)\s+version",
            r"where\s+is\s+the\s+version\s+(?:defined|set)",
            r"(?:what|which)\s+version\s+(?:of\s+(?:the\s+)?\S+\s+)?is\s+this",
            rf"{WHAT}current\s+(?:\w+\s+)?version\s+(?:in|of)\s+(?:the|this)\s+.+",
        ),
        (MANIFESTS, _VERSIONS),
        (
            r"^(?!.*(?:api|minimum|model|require|schema|target))\s*(?:\w+\s+){0,3}(?:[@<\"']|set\()?"
            r"[\w.]*version\w*[\"'>]?\s*[\s=:]\s*[\"']?v?\d|<version>\d|^project\(.*\sversion\s+\d|^v?\d+\.\d[\w.-]*$",
        ),
        name="version",
    ),
    DEPENDENCIES,
    Subject(
        reader(
            rf"{_ALL_OF}(?:dev(?:elopment)?|test)[\s-]+dependencies(?:{_THERE}|\s+of\s+{_PROJECT})?",
        ),
        (MANIFESTS,),
        (
            r"devDependenc|dev-dependenc|dev_dependenc|dependency-groups|group\.(?:dev|test)|require-dev|PrivateAssets|<scope>test"
            r"|^\s*(?:dev|tests?)\s*=\s*\[|^\s*group\b.*:(?:development|test)\b|testImplementation|\bonly:\s*\[?:(?:dev|test)",
        ),
    ),
    Subject(
        reader(
            rf"(?:(?:how\s+many|what|which)\s+)?(?:optional\s+dependencies|(?:cargo|crate|package)\s+(?:extras|feature\s+flags|features)){_THERE}",
            rf"(?:how\s+many|what|which)\s+(?:extras|feature\s+flags|features|optional\s+dependencies)\s+do(?:es)?\s+{_PACKAGE}"
            r"\s+(?:declare|define|have|offer|provide)",
            rf"{_ALL_OF}(?:cargo\s+|optional\s+)?(?:extras|features|optional\s+dependencies)\s+of\s+{_PACKAGE}",
        ),
        (MANIFESTS,),
        (
            r"^\s*\[features\]|^\[project\.optional-dependencies|^\[tool\.poetry\.extras|extras_require|^extras\s*=|optionalDependencies"
            r"|\"suggest\"\s*:|<optional>true",
        ),
    ),
    Subject(
        reader(
            rf"(?:on\s+)?(?:what|which)\s+runners?\s+(?:are|do|does|is)\s.*\b(?:actions?|builds?|{_CI}|jobs?|pipelines?|used|workflows?).*",
            rf"(?:on\s+)?(?:what|which)\s+(?:machines?|operating\s+systems?|platforms?|runners?)\s+do(?:es)?\s+{_CI_OR_WORKFLOWS}\s+(?:run|use).*",
        ),
        (rf"{_CHECKS}|{_WORKFLOWS}",),
        (r"^\s*(?:-\s*)?(?:os|runs-on|vmImage|machine)\s*:", r"^\s*(?:image|tags)\s*:"),
    ),
    Subject(
        reader(
            rf"{_ALL_OF}{_BUILT_BY}(?:\s+workspace)?\s+{_MEMBERS}{_THERE}",
            rf"{_ALL_OF}{_MEMBERS}\s+(?:are\s+)?(?:in|of)\s+(?:our|the|this)\s+{_TOGETHER}",
            rf"(?:what|which)\s+{_MEMBERS}\s+does\s+(?:our|the|this)\s+{_TOGETHER}\s+(?:contain|consist\s+of|have|include)",
        ),
        (
            r"settings\.gradle(?:\.kts)?|pnpm-workspace\.yaml|go\.work|[\w.-]+\.slnx?|lerna\.json|rush\.json|cabal\.project"
            r"|cargo\.toml|package\.json|pom\.xml|pyproject\.toml|build\.sbt|project\.toml|pubspec\.yaml",
        ),
        (
            r"^\s*include\b|^packages:|^use\b|^Project\(|<Project\s|\"projects\"\s*:|^\s*\[workspace\]|\"workspaces\"\s*:|<modules>"
            r"|^\[tool\.\w+\.workspace\]|\.aggregate\(|^workspace:",
        ),
    ),
    Subject(
        reader(
            rf"{WHAT}{_CI}(?:\s+(?:config|configuration|configured|defined|jobs|pipelines?|set\s+up|setup|workflows?))?",
            rf"how\s+(?:does|is)\s+(?:the\s+)?{_CI}\s+(?:configured|defined|run|set\s+up|work)",
            rf"what\s+does\s+(?:the\s+)?{_CI}\s+(?:check|do|run|test)",
            rf"(?:what|which)\s+{_CI}\s+(?:checks|jobs|pipelines|workflows)\s+(?:are\s+there|exist|run)",
            r"(?:what|which)\s+(?:checks|jobs|workflows)\s+(?:are\s+)?run\s+(?:for|on)\s+(?:each\s+)?"
            r"(?:pull\s+requests?|push|pushes)",
        ),
        (_CHECKS, _WORKFLOWS),
        (r"\btests?\b", r"^\w"),
    ),
    Subject(
        reader(
            rf"{WHAT}(?:code\s+(?:format|formatting|style)|formatter|lint|linter|linting)"
            r"\s+(?:config|configuration|rules|settings|setup)",
            r"which\s+(?:linters?|formatters?)\s+(?:are|is)\s+used",
        ),
        (_LINTERS, _FORMATTERS),
        (r"^\[tool[.:](?:black|flake8|isort|mypy|pylint|ruff)|^\[flake8", r"^\s*[\w.\"'\[{<-]"),
    ),
    Subject(
        reader(
            rf"{_HOW}run\s+(?:all\s+)?(?:(?:a|one|the)\s+)?(?:\w+\s+)?tests?(?:\s+files?)?",
            rf"{WHAT}(?:run|running)\s+(?:the\s+)?(?:unit\s+)?tests(?:\s+(?:command|instructions))?",
            rf"{WHAT}test\s+command",
        ),
        (_GUIDES, _RUNNERS, MANIFESTS, _WORKFLOWS),
        (
            r"^[#=*]+.*\btest(?:s|ing)?\b",
            r"\brun\b.*\btests?\b|\btests?\b.*\brun\b|^\s*[\"'.]?tests?[\"']?\s*:",
            r"\btest\b",
        ),
    ),
    _of_checks(_LINTING, r"(?:lint|type-?check)", r"(?:check-?style|lint)", _LINT_TOOLS),
    _of_checks(_FORMATTING, r"(?:auto-?)?format", r"(?:fmt|format)", _FORMAT_TOOLS),
    Subject(
        reader(rf"{_HOW}(?:build|compile|install)\s+(?:\S+\s+){{0,4}}from\s+(?:the\s+)?source(?:\s+code)?"),
        (_GUIDES, _RUNNERS, MANIFESTS),
        (r"\bfrom\s+(?:the\s+)?source\b", *_BUILDING),
    ),
    Subject(
        reader(
            rf"{_HOW}(?:build|compile|install|set\s+up)(?:\s+(?:{DOES}|{_PROJECT}|{_PLACE}))?",
            rf"{WHAT}(?:build|building|installation|install)\s+instructions",
        ),
        (_GUIDES, _RUNNERS, MANIFESTS),
        _BUILDING,
    ),
    Subject(
        reader(
            rf"{_HOW}(?:launch|run|start)(?:\s+up)?\s+(?:{DOES}|{_PROJECT}|{_SITE})(?:\s+(?:in\s+development|locally))?"
        ),
        (_GUIDES, _RUNNERS, MANIFESTS),
        (
            r"^[#=*]+.*\b(?:get(?:ting)?\s+started|launch\w*|quick\s?start|run(?:ning)?|start(?:ing)?|usage)\b",
            r"\b(?:launch|run|serve|start)\b",
        ),
    ),
    Subject(
        reader(
            rf"what(?:'s|\s+(?:is|does))\s+(?:this|{_PROJECT})(?:\s+(?:about|do|for))?",
            rf"{WHAT}(?:high[\s-]level\s+)?(?:description|overview|purpose|summary)\s+of\s+{_PROJECT}",
            rf"{WHAT}(?:code\s?base|project|repo|repository)\s+(?:description|overview|purpose|summary)",
            rf"(?:describe|explain|introduce|summari[sz]e|tell\s+me\s+about)\s+{_PROJECT}",
        ),
        (r"readme(?:\.(?:md|rst|adoc|txt|org))?",),
    ),
    Subject(
        reader(
            rf"how\s+(?:are|is)\s+(?:{_PROJECT}|(?:our|the|this)\s+(?:code|folders|source(?:\s+code)?))\s+(?:laid\s+out|organi[sz]ed|structured)",
            rf"{WHAT}(?:code(?:\s?base)?|directory|folder|project|repo|repository|source)\s+(?:architecture|layout|organi[sz]ation|structure)"
            r"(?:\s+overview)?",
            rf"{WHAT}(?:architecture|layout|organi[sz]ation|structure)(?:\s+overview|\s+(?:of|in)\s+{_PROJECT})",
            rf"(?:describe|explain|outline|show)\s+(?:me\s+)?(?:the\s+)?(?:architecture|layout|structure)(?:\s+of\s+{_PROJECT})?",
            rf"(?:give\s+me\s+)?(?:an?\s+)?(?:architecture\s+overview|overview\s+of\s+(?:the\s+)?(?:architecture|{_PROJECT}))",
            r"where\s+(?:do|should)\s+(?:I|we|newcomers)\s+(?:begin|start)(?:\s+(?:looking|reading))?(?:\s+(?:in|with)\s+.+)?",
        ),
        (
            r"architecture(?:\.(?:md|rst|adoc|txt))?",
            r"[\w.-]*(?:architecture|design|internals|overview|structure)[\w.-]*\.(?:md|rst|adoc)",
            r"(?:contributing|development|developing|hacking)(?:\.(?:md|rst|adoc|txt))?",
            r"readme(?:\.(?:md|rst|adoc|txt|org))?",
        ),
        (r"^[#=*]+.*\b(?:architecture|layout|organi[sz]\w+|overview|structure)\b", r""),
    ),
    Subject(
        reader(rf"{WHAT}licen[cs]e(?:\s+(?:file|text))?", r"(?:what|which)\s+licen[cs]e\s.*"),
        (r"licen[cs]e(?:[.-][\w.-]+)?|copying(?:\.\w+)?",),
    ),
    Subject(
        reader(rf"{_HOW}contribute", rf"{WHAT}(?:contribution|contributing)\s+(?:guide|guidelines|rules)"),
        (r"contributing(?:\.\w+)?",),
    ),
)
