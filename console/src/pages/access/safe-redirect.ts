// Where to go after signing in: only to a path on this site, whatever the link says.

export function safeRedirect(requested: string | undefined): string {
  if (requested === undefined || !requested.startsWith('/')) return '/';
  const base = 'http://localhost';
  try {
    const { origin, pathname, search, hash } = new URL(requested, base);
    if (origin !== base || pathname.startsWith('//')) return '/';
    return /^\/(sign-in|setup|invite)\b/.test(pathname) ? '/' : `${pathname}${search}${hash}`;
  } catch {
    return '/';
  }
}
