// What may wait until the page has loaded and is seen (components/Ads.astro) is asked for then.
addEventListener('load', () => {
  requestAnimationFrame(() => {
    setTimeout(() => document.body.append(document.getElementById('later').content.cloneNode(true)))
  })
})
