#!/bin/sh
# Installs the commit of /opt/tanabana/source as a release in a folder of its own, and makes it the current one.
# Running processes keep the release that they started with until they are restarted. docs/deploy.md
set -eu

place=${1:-/opt/tanabana}
release=$place/releases/$(date --utc +%Y%m%d-%H%M%S)
# A build that fails is no release.
trap 'rm --recursive --force "$release"' EXIT

git clone --quiet "$place/source" "$release"
cd "$release"
npm ci --ignore-scripts
npm run build
npm prune --omit=dev --ignore-scripts

# Pages that shoppers have open load files of the release before; those that it carried itself expire after a week.
if [ -d "$place/current" ]; then
  find "$place/current/dist/client/_astro" -type f \( -newer "$place/current/.git/HEAD" -o -mtime -7 \) \
    -exec cp --preserve=timestamps --no-clobber {} dist/client/_astro/ \;
fi

# A first start of five seconds fills Node's compile cache, which belongs to the user of the service.
install --directory --owner tanabana node_modules/.cache/server
warm=$(runuser --user tanabana -- mktemp --directory)
runuser --user tanabana -- env PORT=0 IMAGE_CACHE_DIR="$warm" \
  timeout 5 node --max-semi-space-size=4 --max-old-space-size=768 src/server/index.mjs || [ $? = 124 ]
rm --recursive "$warm"

ln --symbolic --force --no-dereference "$release" "$place/next"
mv --no-target-directory "$place/next" "$place/current"
trap - EXIT

# The newest three stay, to go back to.
ls -d "$place"/releases/* | head --lines=-3 | xargs --no-run-if-empty rm --recursive --force
echo "$place/current is now $release. Restart the services."
