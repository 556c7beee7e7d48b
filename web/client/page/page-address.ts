/** The base of an address: in team mode a workspace's `/w/<slug>`, in local mode nothing. path begins with `/`. */
export interface PageAddress {
  readonly base: string
  readonly path: string
}

const prefixed = /^(\/w\/[^/?#]+)(.*)$/s

/** Splits the workspace's part off a path; a query and a hash stay with the path. */
export function splitAddress(address: string): PageAddress {
  const [, base = '', rest = address] = prefixed.exec(address) ?? []
  return { base, path: rest.startsWith('/') ? rest : `/${rest}` }
}

/** The address of a path inside the workspace that `pathname` lies in; a hash alone stays what it is. */
export function inWorkspaceOf(pathname: string, path: string): string {
  if (!path.startsWith('/')) return path
  const { base } = splitAddress(pathname)
  return path === '/' && base !== '' ? base : base + path
}

/** The slug of the workspace that an address lies in; null outside of any. */
export function slugAt(pathname: string): string | null {
  const { base } = splitAddress(pathname)
  return base === '' ? null : decodeURIComponent(base.slice('/w/'.length))
}
