// Without a network: says so, and has the worker keep what was seen (public/service-worker.js).
;(() => {
  const note = document.getElementById('offline')
  const tell = () => {
    note.textContent = navigator.onLine ? '' : note.dataset.text
  }
  tell()
  addEventListener('online', tell)
  addEventListener('offline', tell)
  addEventListener('load', () => {
    if (!navigator.serviceWorker) return
    const policy = window.trustedTypes?.createPolicy('service-worker', {
      createScriptURL: () => '/service-worker.js',
    })
    navigator.serviceWorker.register(policy ? policy.createScriptURL('') : '/service-worker.js').catch(() => {
      // A browser that keeps nothing, in a private window for example: the shop needs its network then.
    })
  })
})()
