const mask = '[…]'

/** Letters, as in prose and in names of code: `fooBar.baz`. Digits, underscores and long capitals are what secrets have. */
const word =
  /^(?:[A-Z]?[a-z]{0,23}(?:[A-Z][a-z]{1,23}){0,5}|[A-Z]{1,4})(?:\.(?:[A-Z]?[a-z]{1,23}(?:[A-Z][a-z]{1,23}){0,5}))*$/

/**
 * What of a message may leave: plain words. Everything quoted, numbers, addresses, paths, SQL and anything that looks like
 * a token is masked, and only the first line is kept. Allowing words, instead of looking for secrets, misses none of a kind
 * nobody thought of. Idempotent.
 */
export function scrubMessage(text: string): string {
  const firstLine = (text.split('\n', 1)[0] ?? '').slice(0, 300)
  const withoutSql = firstLine.replace(
    /\b(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|COPY|FROM|WHERE)\b.*$/is,
    sqlMask,
  )
  return withoutSql
    .replaceAll(/"[^"]*"?|'[^']*'(?![a-z])|`[^`]*`?/g, mask)
    .replaceAll(/\b(?:password|passwd|secret|token|key|authorization|cookie)\b\s*[:=].*$/gi, mask)
    .replaceAll(/\b(?:password|passwd|secret|token|key|bearer)\s+\S+/gi, mask)
    .split(/(\s+|\[…\])/)
    .map((part) => (part === mask || part.trim() === '' ? part : scrubWord(part)))
    .join('')
    .replaceAll(/(?:\[…\]\s*)+\[…\]/g, mask)
}

/** Lower-case `from` and `with` are prose; a statement in lower case begins with its verb and has more of it after. */
function sqlMask(found: string): string {
  const isStatement =
    /^[A-Z]{4,}\b/.test(found) || /^(?:select|insert\s+into|update\s+\S+\s+set|delete\s+from)\b/i.test(found)
  return isStatement ? mask : found
}

function scrubWord(part: string): string {
  const [, before = '', inner = '', after = ''] = /^([([{]?)(.*?)([)\]}.,:;!?]*)$/s.exec(part) ?? []
  return word.test(inner) || /^(?:\d{1,3}|[-–—=/&]|n't|\w+n't)$/.test(inner) ? part : `${before}${mask}${after}`
}

/** Words with dashes, and Next's `[id]`: what we call our routes. Ids and share tokens have digits or are longer. */
const routeSegment = /^(?:\[[\w.[\]-]{1,30}\]|[a-zA-Z_-]{1,32}|[a-z-]{1,24}\.[a-z]{1,5})$/

/** An address without origin, query and fragment, its segments that are no names of routes masked. Idempotent. */
export function scrubAddress(address: string): string {
  const path = address.replace(/^[a-z][a-z+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  return path
    .split('/')
    .map((segment) => (segment === '' || routeSegment.test(segment) ? segment : '[id]'))
    .join('/')
}

/** `GET /a/b?c=d`, as requests are named; other names of transactions and spans are prose. */
export function scrubName(name: string): string {
  const request = /^((?:[a-z. ]+ )?[A-Z]{3,7}) (\S+)$/.exec(name)
  if (request !== null) return `${request[1]} ${scrubAddress(request[2] ?? '')}`
  return name.startsWith('/') || /^https?:/.test(name) ? scrubAddress(name) : scrubSpanName(name)
}

function scrubSpanName(name: string): string {
  return /^[\w.-]{1,64}$/.test(name) && !/\d{3}/.test(name) ? name : scrubMessage(name)
}

/** A source file as the build names it: no home folder, no host, no query. Idempotent. */
export function scrubFileName(fileName: string): string {
  const path = fileName.replaceAll('\\', '/').replace(/[?#].*$/s, '')
  if (path === '' || path.startsWith('node:') || path.startsWith('app:///') || path === '<anonymous>') return path
  const inside = /\/((?:_next|\.next|node_modules|web|shared|desktop)\/.*)$/.exec(path)?.[1]
  return `app:///${inside ?? path.split('/').at(-1) ?? ''}`
}
