// Who comes back finds the page that was left, not the menu over it.
addEventListener('pagehide', () => document.getElementById('menu')?.hidePopover?.())
