// Runs before the grid is read: its columns stand as the shopper left them, without a shift.
try {
  if (localStorage.getItem('grid') === '2') document.documentElement.dataset.grid = '2'
} catch {
  // A browser without storage shows 3 columns.
}
