{
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('vigia-colours') ?? chosen;
    document.documentElement.lang = localStorage.getItem('vigia-language') ?? 'es';
  } catch {
    // A browser may refuse to store anything; then the system setting decides.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
}
