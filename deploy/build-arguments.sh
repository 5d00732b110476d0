#!/bin/sh
# docker compose build $(deploy/build-arguments.sh): which commit the images are built from. A build in a container has no history to ask.
set -eu
cd "$(dirname "$0")/.."
commit=$(git rev-parse HEAD)
date=$(git log -1 --format=%cI)
git diff --quiet HEAD -- apps libs package-lock.json || commit=$commit-dirty
echo "--build-arg VIGIA_COMMIT=$commit --build-arg VIGIA_COMMIT_DATE=$date"
