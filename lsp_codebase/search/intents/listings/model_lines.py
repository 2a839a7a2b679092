"""The lines by which a model tells its parts: callbacks, relations, validations, scopes, in the ways of frameworks."""

from __future__ import annotations

import re
from typing import NamedTuple

from lsp_codebase.search.intents.listings.line_forms import OF_JS, OF_JVM

_OF_RUBY = r"(?:def\s+)?(?:skip_|prepend_|append_)?(?:after|around|before)_"
_RUBY_EVENTS = (
    r"(?:(?:create|destroy|save|update)_commit|action|commit|create|delete|destroy|discard|enqueue|filter|find|initialize"
    r"|insert|perform|remove|rollback|save|touch|undiscard|update|upsert|validation)\b(?!\s*[.=])"
)
_JAVA_RULES = (
    r"Assert(?:False|True)|Decimal(?:Max|Min)|Digits|Email|Future\w*|Length|Max|Min|Negative\w*|Not(?:Blank|Empty|Null)"
    r"|Past\w*|Pattern|Positive\w*|Range|Size|URL|Valid|Validated"
)
_NEST_RULES = r"(?:Array[A-Z]\w+|Is[A-Z]\w*|Matches|Max|MaxLength|Min|MinLength|Length|Validate(?:If|Nested)?)"
_FIELDS_OF_DJANGO = (
    r"(?:\w*ForeignKey|GenericRelation|ManyToManyField|OneToOneField|Parental\w+|ReferenceField|Relationship"
    r"|association_proxy|relation|relationship)"
)
_PERSISTENCE = r"(?:ElementCollection|Embedded(?:Id)?|ManyToMany|ManyToOne|OneToMany|OneToOne|Relation)\b"
_ELOQUENT = r"(?:belongsTo(?:Many)?|has(?:Many|One)(?:Through)?|morph(?:Many|One|To|ToMany|edByMany)|morphedByMany)\("
_ELOQUENT_EVENTS = (
    r"(?:creat(?:ed|ing)|delet(?:ed|ing)|forceDelet(?:ed|ing)|replicating|restor(?:ed|ing)|retrieved|sav(?:ed|ing)|trashed"
    r"|updat(?:ed|ing))"
)
_SCALARS = "(?:BigInt|Boolean|Bytes|DateTime|Decimal|Float|Int|Json|String)"
_SEQUELIZE_EVENTS = "(?:Create|Destroy|Insert|Load|Recover|Remove|Save|SoftRemove|Update|Upsert)"


class _Form(NamedTuple):
    """How lines of some languages begin that tell parts of a model; an annotation stands above the part."""

    languages: frozenset[str]
    parts: dict[str, str]
    annotations: dict[str, str] | None = None


_FORMS = (
    _Form(
        frozenset({"crystal", "ruby"}),
        {
            "callback": _OF_RUBY + _RUBY_EVENTS,
            "relation": (
                r"(?:belongs_to|embedded_in|embeds_(?:many|one)|has_(?:and_belongs_to_many|many(?:_attached)?|one(?:_attached)?"
                r"|rich_text)|many_to_(?:many|one)|one_(?:through_one|to_many|to_one))[\s(]+[:\"']"
            ),
            "validation": r"(?:validates?(?:\s+|\(\s*)[:A-Z\"']|validate\s+do\b|validates_\w+[\s(]|def\s+validate\b)",
            "scope": r"(?:default_scope\b|scope[\s(]+[:\"'])",
        },
    ),
    _Form(
        frozenset({"elixir"}),
        {
            "callback": r"(?:\|>\s*)?(?:plug[\s(]|prepare_changes\()",
            "relation": r"(?:belongs_to|embeds_(?:many|one)|has_(?:many|one)|many_to_many)[\s(]",
            "validation": r"(?:\|>\s*)?(?:cast(?:_assoc|_embed)?|validate_\w+|\w+_constraint)\(",
        },
    ),
    _Form(
        frozenset({"python"}),
        {
            "callback": (
                r"(?:async\s+)?def\s+(?:clean|delete|full_clean|save|(?:post|pre)_(?:delete|dump|load|save))\("
                r"|@(?:\w+\.)?(?:post|pre)_(?:dump|load)\b"
            ),
            "relation": rf"[\w:\s\[\]\"'.|]+=\s*(?:.*?[.(\s])?{_FIELDS_OF_DJANGO}\(",
            "validation": (
                r"(?:@(?:\w+\.)*(?:(?:field|model|root)_)?validat(?:es?|or|es_schema)\b|def\s+(?:clean|validate)(?:_\w+)?\("
                r"|(?:\w+\.)*(?:Check|Unique)Constraint\(|.*\bvalidators\s*=|unique_together\b)"
            ),
            "scope": r"\w+\s*(?::[^=]+)?=\s*(?:\w+\.)*\w*(?:Manager|QuerySet)(?:\.\w+)*\(",
        },
    ),
    _Form(
        frozenset({"php"}),
        {
            "callback": (
                rf"(?:(?:self|static)::{_ELOQUENT_EVENTS}\(|.*function\s+(?:boot|booted)\(|.*\$dispatchesEvents\b"
                r"|#\[(?:ObservedBy|ORM\\(?:Post|Pre)\w+))"
            ),
            "relation": rf"(?:.*->{_ELOQUENT}|(?:#\[|\*\s*@)(?:ORM\\)?{_PERSISTENCE})",
            "validation": r"(?:.*function\s+rules\(|(?:#\[|\*\s*@)(?:Assert\\\w+|Rule|Validate)\b)",
            "scope": r"(?:.*function\s+scope[A-Z]\w*\(|#\[Scope(?:dBy)?\b|.*\baddGlobalScope\()",
        },
    ),
    _Form(
        OF_JVM,
        {},
        {
            "callback": r"@(?:EntityListeners|(?:Post|Pre)(?:Load|Persist|Remove|Update))\b",
            "relation": rf"@(?:\w+:)?{_PERSISTENCE}|@(?:DBRef|DocumentReference)\b",
            "validation": rf"@(?:\w+:)?(?:{_JAVA_RULES})\b",
        },
    ),
    _Form(
        OF_JS,
        {
            "relation": (
                r"(?:\w+\.(?:belongsTo(?:Many)?|has(?:Many|One))\(|relation:\s*[\w.]+Relation\b|.*\bref:\s*[\"'])"
            ),
            "scope": r"(?:@(?:DefaultScope|Scopes)\(|defaultScope\s*:|scopes\s*:\s*\{|\w+\.addScope\()",
        },
        {
            "callback": rf"@(?:After|Before)(?:Bulk)?{_SEQUELIZE_EVENTS}\b",
            "relation": rf"@{_PERSISTENCE}|@(?:BelongsTo(?:Many)?|Has(?:Many|One)|ForeignKey)\(",
            "validation": rf"@{_NEST_RULES}\(",
        },
    ),
    _Form(
        frozenset({"csharp"}),
        {"relation": r"public\s+virtual\s+[\w<>?.]+\s+\w+\s*\{"},
        {
            "relation": r"\[(?:ForeignKey|InverseProperty)\(",
            "validation": (
                r"\[(?:Compare|CreditCard|EmailAddress|MaxLength|MinLength|Phone|Range|RegularExpression|Required|StringLength"
                r"|Url)\b"
            ),
        },
    ),
    _Form(
        frozenset({"go"}),
        {
            "callback": r"func\s+\(\w+\s+\*?\w+\)\s+(?:After|Before)(?:Create|Delete|Find|Save|Update)\(",
            "relation": r".*`[^`]*\b(?:foreignKey|many2many|references|rel):|edge\.(?:From|To)\(",
            "validation": r".*`[^`]*\b(?:binding|valid|validate):\"",
        },
    ),
    _Form(frozenset({"prisma"}), {"relation": rf"\w+\s+(?!{_SCALARS}\b)[A-Z]\w*(?:\[\]|\??.*@relation\b)"}),
)


class ModelLine(NamedTuple):
    """How the lines of a language begin that tell one sort of parts: the part itself, or what stands above it."""

    part: re.Pattern[str] | None
    above: re.Pattern[str] | None


def model_line(language: str, sort: str) -> ModelLine | None:
    """Return how lines of a language tell the parts of a sort, of four: callback, relation, validation, scope."""
    of_language = next((one for one in _FORMS if language in one.languages), None)
    if of_language is None:
        return None
    told = (of_language.parts.get(sort), (of_language.annotations or {}).get(sort))
    return ModelLine(*(re.compile(rf"\s*(?:{one})") if one else None for one in told))
