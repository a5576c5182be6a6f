// Without a network: says so, and has the worker keep what was seen (public/service-worker.js).
;(() => {
  const note = document.getElementById('offline')
  const tell = () => {
    note.textContent = navigator.onLine ? '' : note.dataset.text
  }
  tell()
  addEventListener('online', tell)
  addEventListener('offline', tell)
  const register = () => {
    const policy = window.trustedTypes?.createPolicy('service-worker', {
      createScriptURL: () => '/service-worker.js',
    })
    navigator.serviceWorker
      ?.register(policy ? policy.createScriptURL('') : '/service-worker.js')
      .catch(() => {
        // A browser that keeps nothing, in a private window for example: the shop needs its network then.
      })
  }
  // Not before the page has been painted, which takes longer than loading it. Where nothing moves, idleness may never be
  // told; Safari does not tell it at all.
  addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(register, { timeout: 2000 }))
})()
