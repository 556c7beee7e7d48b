/**
 * The address that reports are sent to, as every SDK reads it: `https://KEY@HOST/PROJECT`, a path may stand before the
 * project's number. Without what no server asks for any more: the secret beside the key, and a slash at the end.
 * undefined: it is none, and an SDK that is given it sends nothing.
 */
export function parseDsn(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const path = url.pathname.replace(/\/+$/, '')
  if (!/^https?:$/.test(url.protocol) || !/^\w+$/.test(url.username) || !/\/\d+$/.test(path)) return undefined
  return `${url.protocol}//${url.username}@${url.host}${path}`
}
