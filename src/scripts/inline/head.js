// Runs before the first paint: CSS then shows what belongs to this shopper, without a flash and without a shift.
document.documentElement.dataset.session = /(?:^|; )auth_token=[^;]/.test(document.cookie)
  ? 'signed-in'
  : 'guest'
document.documentElement.classList.add('js')
try {
  if (localStorage.getItem('grid') === '2') document.documentElement.dataset.grid = '2'
} catch {
  // A browser without storage shows 3 columns.
}
