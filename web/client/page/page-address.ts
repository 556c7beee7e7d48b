/**
 * The two parts of an address. base: `/w/<slug>` of a workspace in team mode, empty in local mode. path: begins with
 * `/`.
 */
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

/** Returns the address of a path inside the workspace of `pathname`; a hash alone is returned unchanged. */
export function inWorkspaceOf(pathname: string, path: string): string {
  if (!path.startsWith('/')) return path
  const { base } = splitAddress(pathname)
  return path === '/' && base !== '' ? base : base + path
}

/** Returns the slug of the workspace that an address lies in; null outside any workspace. */
export function slugAt(pathname: string): string | null {
  const { base } = splitAddress(pathname)
  return base === '' ? null : decodeURIComponent(base.slice('/w/'.length))
}
