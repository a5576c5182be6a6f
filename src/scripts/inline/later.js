// What may wait until the page has loaded (components/Ads.astro) is asked for then.
addEventListener('load', function () {
  document.body.append(document.getElementById('later').content.cloneNode(true))
})
