// Close the menu, so that the page returns from the back/forward cache without it.
addEventListener('pagehide', () => document.getElementById('menu')?.hidePopover?.())

// A page loads with nothing open, after a reload too: leave the history entries of what was (scripts/close-on-back.ts).
if (history.state?.overlays) history.go(-history.state.overlays)

// Keep the keyboard in the open menu. `toggle` comes after the menu has the focus, `beforetoggle` before it returns it.
{
  const menu = document.getElementById('menu')
  const setInert = ({ type, newState }) => {
    if ((type === 'toggle') !== (newState === 'open')) return
    for (const element of menu.parentElement.children)
      if (element !== menu && element.id !== 'toasts') element.inert = newState === 'open'
  }
  menu?.addEventListener('toggle', setInert)
  menu?.addEventListener('beforetoggle', setInert)
}

// Where CSS shows the search box before the icons, the keyboard reaches it there, too.
{
  const search = document.querySelector('.site-search')
  const isWide = matchMedia('(min-width: 80rem)')
  const row = document.querySelector('.site-header-row')
  const place = () => (isWide.matches ? row.lastElementChild.before(search) : row.after(search))
  if (search) {
    isWide.addEventListener('change', place)
    place()
  }
}
