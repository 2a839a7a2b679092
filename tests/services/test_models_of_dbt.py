"""A model of dbt is a file: others name it by that name, and so it has uses, and models that it is made of."""

import pytest
from codebases import names

FILES = {
    "models/paid_carts.sql": "{{ config(materialized='table') }}\n\nselect * from {{ ref('stg_carts') }}\n"
    'join {{ ref("stg_coins") }} using (id)\n',
    "models/staging/stg_carts.sql": "select id from {{ source('shop', 'carts') }}\n",
    "models/staging/stg_coins.sql": "{{ latest(\n    table=source('shop', 'coins')\n) }}\n",
    "models/staging/schema.yml": "models:\n  - name: stg_carts\n    description: carts\n  - name: stg_coins\n",
    "models/report.sql": "select sum(total) from {{ ref('paid_carts') }}\n-- not from {{ ref('stg_carts') }}\n",
    "macros/latest.sql": "{% macro latest(table) %}\nselect 1 from {{ table }}, {{ ref('stg_carts') }}\n{% endmacro %}",
    "schema/carts.sql": "create table carts (id int);\n",
}

SETTINGS = {"embedding_model": "none"}


@pytest.mark.parametrize("question", ["stg_carts", "where is stg_carts defined", "what is stg_carts?"])
def test_the_name_of_a_model_leads_to_its_file(ask, question):
    assert ask(question)[0] == "models/staging/stg_carts.sql"


@pytest.mark.parametrize(
    "question",
    [
        "models downstream of stg_coins",
        "what is downstream of stg_coins",
        "which models use stg_coins",
        "what breaks if I change stg_coins",
    ],
)
def test_the_models_downstream_are_those_that_name_it(ask, question):
    assert ask(question)[0] == "models/paid_carts.sql"


@pytest.mark.parametrize(
    "question",
    [
        "models upstream of paid_carts",
        "what does paid_carts depend on",
        "which models does paid_carts use",
    ],
)
def test_the_models_upstream_are_those_that_it_names(ask, question):
    assert ask(question)[:3] == [
        "models/paid_carts.sql",
        "models/staging/stg_carts.sql",
        "models/staging/stg_coins.sql",
    ]


def test_macros_and_statements_of_sql_are_no_models(codebase):
    assert names(codebase, "latest") == ["latest"]
    assert names(codebase, "carts")[0] == "carts"
    assert names(codebase, "report") == ["report"]
