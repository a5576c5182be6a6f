// Without a network: says so, and has the worker keep what was seen (public/service-worker.js).
;(function () {
  var note = document.getElementById('offline')
  function tell() {
    note.textContent = navigator.onLine ? '' : note.dataset.text
  }
  tell()
  addEventListener('online', tell)
  addEventListener('offline', tell)
  addEventListener('load', function () {
    if (!navigator.serviceWorker) return
    var policy = window.trustedTypes?.createPolicy('service-worker', {
      createScriptURL: function () {
        return '/service-worker.js'
      },
    })
    navigator.serviceWorker
      .register(policy ? policy.createScriptURL('') : '/service-worker.js')
      .catch(function () {
        // A browser that keeps nothing, in a private window for example: the shop needs its network then.
      })
  })
})()
