// Addresses that earlier versions used: bookmarks, links in chats and in mails.

const moves: readonly (readonly [from: string, to: string])[] = [
  ['/feedback', '/posts'],
  ['/people', '/customers/people'],
  ['/settings/general', '/settings/workspace'],
  ['/settings/post-types', '/settings/types'],
  ['/settings/audit-log', '/settings/activity'],
  ['/settings/account', '/settings/you'],
];

export function currentPath(pathname: string): string {
  for (const [from, to] of moves)
    if (pathname === from || pathname.startsWith(`${from}/`)) return to + pathname.slice(from.length);
  return pathname;
}

/** Before the router reads the address. */
export function leaveOldAddress(): void {
  const { pathname, search, hash } = window.location;
  const path = currentPath(pathname);
  if (path !== pathname) window.history.replaceState(window.history.state, '', path + search + hash);
}
