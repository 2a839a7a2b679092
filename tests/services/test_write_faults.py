"""Every call that writes may fail: with EIO, noticed by LanceDB or not, or since the disk is full until it is not."""

import pytest
import write_faults

pytestmark = pytest.mark.slow

SECONDS = 75.0  # for each scenario; `benchmarks/every_write_fails.py` takes the time for all calls


@pytest.mark.parametrize("scenario", write_faults.SCENARIOS)
def test_a_call_that_fails_costs_no_committed_file(scenario, tmp_path):
    library = write_faults.build(tmp_path)
    if library is None:
        pytest.skip("needs Linux and a C compiler: install gcc or clang as `cc`")
    tried = list(write_faults.run(tmp_path, library, scenario, first=1, step=7, seconds=SECONDS))
    assert tried[0]["calls"] > 100
    assert sum(bool(one["failed"]) for one in tried) >= write_faults.LEAST_FAILED
    assert [one for one in tried if one["wrong"]] == []
