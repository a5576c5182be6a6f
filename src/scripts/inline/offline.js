// Show when the browser is offline, and register the service worker, which caches visited pages
// (public/service-worker.js).
;(() => {
  const note = document.getElementById('offline')
  const showState = () => {
    note.textContent = navigator.onLine ? '' : note.dataset.text
  }
  showState()
  addEventListener('online', showState)
  addEventListener('offline', showState)
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
