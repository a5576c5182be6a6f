# Caches the pages of all shops in front of the storefronts and purges them by tag. docs/deploy.md#an-edge-cache has the
# command and the settings that belong to it.
vcl 4.1;

import directors;
import std;
import xkey;

include "backends.vcl";
include "cache-key.vcl";

sub vcl_recv {
  set req.backend_hint = storefronts.backend();

  if (req.method == "PURGE") {
    if (std.getenv("CACHE_PURGE_SECRET") == "" || req.http.authorization != "Bearer " + std.getenv("CACHE_PURGE_SECRET")) {
      return (synth(403, "Forbidden"));
    }
    # Soft: the page stays for the time when no storefront responds.
    set req.http.x-purged = xkey.softpurge(req.http.surrogate-key);
    return (synth(200, "Purged " + req.http.x-purged));
  }
  # Addresses of operators.
  if (req.url ~ "^/(?:_cache/|metrics|livez|readyz)") {
    return (synth(404, "Not Found"));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # A shopper who chose a language, and an editor in a preview, get another page at the same address.
  if (req.http.cookie ~ "(?:^|;\s*)(?:language|preview)=") {
    return (pass);
  }
  call pass_private_pages;
  call normalize_key;
  unset req.http.cookie;
  unset req.http.authorization;
  call normalize_encoding;
  # Pictures have a variant per format; pages vary by this header only where Markdown is passed on.
  if (req.url !~ "^/_img/") {
    unset req.http.accept;
  }

  # A page past its time is revalidated while a storefront responds, and served as it is while none does.
  set req.grace = 24h;
  if (std.healthy(req.backend_hint) && req.restarts == 0) {
    set req.grace = 0s;
  }
  return (hash);
}

# One variant of a page per encoding that storefronts send.
sub normalize_encoding {
  if (req.http.accept-encoding ~ "(?:^|[,\s])br(?!\s*;\s*q=0(?:\.0+)?(?:,|$))") {
    set req.http.accept-encoding = "br";
  } elsif (req.http.accept-encoding ~ "(?:^|[,\s])gzip(?!\s*;\s*q=0(?:\.0+)?(?:,|$))") {
    set req.http.accept-encoding = "gzip";
  } else {
    unset req.http.accept-encoding;
  }
}

sub vcl_hash {
  hash_data(req.http.x-key);
  hash_data(req.http.host);
  # Pages name their own address with its protocol.
  hash_data(req.http.x-forwarded-proto);
  return (lookup);
}

sub vcl_backend_fetch {
  unset bereq.http.x-key;
  unset bereq.http.x-purged;
}

sub vcl_backend_response {
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    return (abandon);
  }
  # Only what says so is stored, pages for as long as `s-maxage`; Varnish would store redirects for two minutes.
  if (beresp.http.cache-control !~ "(?:s-maxage|max-age)=[1-9]" || beresp.status != 200) {
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
    return (deliver);
  }
  set beresp.http.xkey = beresp.http.cache-tag;
  set beresp.grace = 24h;
}

# A storefront that has just died counts as healthy until its next probe: another try goes to the next one.
sub vcl_backend_error {
  if (bereq.retries < 3 && (bereq.method == "GET" || bereq.method == "HEAD")) {
    return (retry);
  }
}

sub vcl_deliver {
  # A failing storefront: once more, with what is stored.
  if (resp.status >= 500 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
    return (restart);
  }
  set resp.http.x-edge-cache = "miss";
  if (obj.hits > 0) {
    set resp.http.x-edge-cache = "hit";
  }
  unset resp.http.xkey;
  unset resp.http.cache-tag;
  unset resp.http.via;
  unset resp.http.x-varnish;
}

sub vcl_synth {
  if (resp.status == 503 && req.restarts == 0 && req.method != "PURGE") {
    return (restart);
  }
}
