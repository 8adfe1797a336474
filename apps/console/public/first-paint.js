// Runs before the first paint so that a dark page never flashes white. A file of its own: the page's policy allows no inline script.
try {
  if (localStorage.getItem('nav_theme') === 'realDark') document.documentElement.dataset.dark = '';
  if (localStorage.getItem('weak') === 'true') document.documentElement.dataset.weak = '';
} catch {
  // Storage may be shut off; the light page is shown then.
}
