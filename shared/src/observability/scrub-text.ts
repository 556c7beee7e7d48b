import { isMessageWord } from './message-words'
import { routeWords } from './route-words'

const mask = '[…]'

/** Matches SQL from its beginning: statements in any case, and keywords where they are written as SQL. */
const sql = new RegExp(
  [
    String.raw`\bselect\b`,
    String.raw`\b(?:insert|replace)\s+into\b`,
    String.raw`\bupdate\s+\S+\s+(?:\S+\s+){0,2}set\b`,
    String.raw`\bdelete\s+from\b`,
    String.raw`\bmerge\s+into\b`,
    String.raw`\bwith\s+(?:recursive\s+)?\S+\s*(?:\([^)]*\)\s*)?as\s+(?:not\s+)?(?:materialized\s+)?\(`,
    String.raw`\b(?:create|drop|alter|truncate|attach|detach)\s+(?:or\s+replace\s+)?(?:(?:temp|temporary|unique|materialized|persistent)\s+)?(?:table|view|index|schema|database|macro|function|type|sequence|secret|role|user)\b`,
    String.raw`\bcopy\s+\S+\s+(?:from|to)\b`,
  ].join('|'),
  'i',
)
const sqlWord = /\b(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|COPY|FROM|WHERE|JOIN|VALUES)\b/

/**
 * Reduces a message to the words that error messages consist of. All other words (such as names of tables, columns,
 * hosts and people), quoted text, numbers, addresses, paths and SQL are masked; only the first line is kept. An allow
 * list also masks secrets that nobody thought of. Idempotent.
 */
export function scrubMessage(text: string): string {
  const firstLine = (text.split('\n', 1)[0] ?? '').slice(0, 300)
  return withoutSql(firstLine)
    .replaceAll(/"[^"]*"?|'[^']*'(?![a-z])|`[^`]*`?/g, mask)
    .replaceAll(/\b(?:password|passwd|secret|token|key|authorization|cookie)\b\s*[:=].*$/gi, mask)
    .split(/(\s+|\[…\])/)
    .map((part, index, parts) => (part === mask || part.trim() === '' ? part : scrubWord(part, parts[index - 2])))
    .join('')
    .replaceAll(/(?:\[…\]\s*)+\[…\]/g, mask)
}

function withoutSql(text: string): string {
  const starts = [text.search(sql), text.search(sqlWord)].filter((index) => index >= 0)
  return starts.length === 0 ? text : `${text.slice(0, Math.min(...starts))}${mask}`
}

/** Masks a word unless it is a known one. before: the previous word; a number after a word like "code" is kept. */
function scrubWord(part: string, before = ''): string {
  const [, open = '', inner = '', close = ''] = /^([([{]?)(.*?)([)\]}.,:;!?]*)$/s.exec(part) ?? []
  const isNumber = /^#?\d{1,3}$/.test(inner) && /^(?:http|status|code|error)$/i.test(before)
  const isWord = isMessageWord(inner) || isMessageWord(inner.replace(/n't$/, '')) || /^(?:[-–—=/&]|)$/.test(inner)
  return isWord || isNumber ? part : `${open}${mask}${close}`
}

/**
 * Removes origin, query and fragment from an address and masks segments that are no words of our routes. Idempotent.
 */
export function scrubAddress(address: string): string {
  const path = address.replace(/^[a-z][a-z+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  return path
    .replace(/^\/w\/[^/]+/, '/w/[workspace]')
    .split('/')
    .map((segment) => (segment === '' || routeWords.has(segment) ? segment : '[id]'))
    .join('/')
}

/** Scrubs the name of a transaction or span: requests are named like `GET /a/b?c=d`, other names are prose. */
export function scrubName(name: string): string {
  const request = /^((?:[a-z. ]+ )?[A-Z]{3,7}) (\S+)$/.exec(name)
  if (request !== null) return `${request[1]} ${scrubAddress(request[2] ?? '')}`
  return name.startsWith('/') || /^https?:/.test(name) ? scrubAddress(name) : scrubSpanName(name)
}

function scrubSpanName(name: string): string {
  return /^[\w.-]{1,64}$/.test(name) && !/\d{3}/.test(name) ? name : scrubMessage(name)
}

/** Matches folders of the build and sources within an installation, or a file directly below one. */
const ownFolders =
  /\/(?:_next\/static|(?:web\/)?\.next|node_modules|web\/(?:app|client|dist|features|server|ui)|shared\/src|desktop\/(?:dist|src))(?=\/)/g
const ownFile = /\/((?:web|shared|desktop)\/[^/]+)$/

/**
 * Returns a source file as the build names it, without home folder, host and query. Anything else, such as a page's
 * address where an error has no stack, becomes empty. Idempotent.
 */
export function scrubFileName(fileName: string): string {
  const path = fileName.replaceAll('\\', '/').replace(/[?#].*$/s, '')
  if (path === '' || path.startsWith('node:') || path === '<anonymous>') return path
  if (!/\.(?:[cm]?[jt]sx?|node|wasm)$/.test(path)) return 'app:///'
  // The last match, because earlier ones may be in the names of a person's folders.
  const folder = [...path.matchAll(ownFolders)].at(-1)
  const inside = folder === undefined ? ownFile.exec(path)?.[1] : path.slice(folder.index + 1)
  return `app:///${inside ?? path.split('/').at(-1) ?? ''}`
}
