// Set attributes for CSS before the first paint, so that content for this shopper causes no flash and no layout shift.
document.documentElement.dataset.session = /(?:^|; )auth_token=[^;]/.test(document.cookie)
  ? 'signed-in'
  : 'guest'
document.documentElement.classList.add('js')
try {
  if (localStorage.getItem('grid') === '2') document.documentElement.dataset.grid = '2'
} catch {
  // Without storage, keep the default of 3 columns.
}
