/**
 * Parses the address to which reports are sent, as every SDK does: `https://KEY@HOST/PROJECT`, where a path may precede
 * the project's number. Drops the obsolete secret beside the key and a trailing slash. Returns undefined for anything
 * else, with which an SDK would send nothing.
 */
export function parseDsn(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const path = url.pathname.replace(/\/+$/, '')
  if (!/^https?:$/.test(url.protocol) || !/^\w+$/.test(url.username) || !/\/\d+$/.test(path)) return undefined
  return `${url.protocol}//${url.username}@${url.host}${path}`
}
