// Show after a failed request that the browser is offline, and register the service worker, which caches visited pages
// (public/service-worker.js).
;(() => {
  const note = document.getElementById('offline')
  let timer
  // A request decides: `navigator.onLine` is false in containers and with some VPNs that have a network.
  const check = () => {
    clearTimeout(timer)
    fetch('/livez', { cache: 'no-store' })
      // A response that is not read stays open.
      .then((response) => response.text())
      .then(
        () => {
          note.textContent = ''
        },
        () => {
          note.textContent = note.dataset.text
          timer = setTimeout(check, 3000)
        },
      )
  }
  if (!navigator.onLine) check()
  addEventListener('online', check)
  addEventListener('offline', check)
  const register = () => {
    const policy = window.trustedTypes?.createPolicy('service-worker', {
      createScriptURL: () => '/service-worker.js',
    })
    navigator.serviceWorker
      ?.register(policy ? policy.createScriptURL('') : '/service-worker.js')
      .catch(() => {
        // Without a service worker, in a private window for example, the shop needs the network.
      })
  }
  // Register after the first paint. A page without activity may never report idleness, and Safari lacks the callback.
  addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(register, { timeout: 2000 }))
})()
