# The storefronts: change these addresses. Varnish resolves names when it loads this file.
probe ready {
  .request =
    "GET /readyz HTTP/1.1"
    "Host: localhost"
    "Connection: close";
  .interval = 2s;
  .timeout = 2s;
  .window = 3;
  .threshold = 2;
}

backend storefront1 { .host = "127.0.0.1"; .port = "4321"; .probe = ready; }
backend storefront2 { .host = "127.0.0.1"; .port = "4322"; .probe = ready; }

sub vcl_init {
  new storefronts = directors.round_robin();
  storefronts.add_backend(storefront1);
  storefronts.add_backend(storefront2);
}
