// Set attributes for CSS before the first paint, so that content for this shopper causes no flash and no layout shift.
{
  const root = document.documentElement
  // scripts/inline/badges.js calls it again when a prerendered page is opened.
  var setAttributes = () => {
    root.dataset.session = /(?:^|; )auth_token=[^;]/.test(document.cookie) ? 'signed-in' : 'guest'
    try {
      if (localStorage.getItem('grid') === '2') root.dataset.grid = '2'
    } catch {
      // Without storage, keep the default of 3 columns.
    }
  }
  root.classList.add('js')
  setAttributes()
}
