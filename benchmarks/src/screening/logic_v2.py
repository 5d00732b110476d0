"""Scores of nomenklatura's logic-v2 for pairs of names: rows `schema,name1,name2` come as JSON lines, a score for each goes out."""

import json
import sys
import time

from followthemoney import model
from followthemoney.proxy import EntityProxy
from nomenklatura.matching import LogicV2
from nomenklatura.matching.types import ScoringConfig


def entity(key: str, schema: str, name: str) -> EntityProxy:
    return EntityProxy.from_dict({"id": key, "schema": schema, "properties": {"name": [name]}})


def main() -> None:
    assert model.get("Person") is not None
    config = ScoringConfig.defaults()
    scores = []
    # The first comparison reads its tables.
    LogicV2.compare(entity("a", "Person", "Ana"), entity("b", "Person", "Anna"), config)
    started = time.process_time()
    # It caches an entity by id, so every entity needs its own.
    for number, line in enumerate(sys.stdin):
        schema, one, other = json.loads(line)
        result = LogicV2.compare(entity(f"a{number}", schema, one), entity(f"b{number}", schema, other), config)
        scores.append(result.score)
    print(json.dumps({"scores": scores, "us": (time.process_time() - started) * 1e6 / max(1, len(scores))}))


main()
