import { isMessageWord } from './message-words'
import { routeWords } from './route-words'

const mask = '[…]'

/** SQL, from where it begins: its statements in any case, and its words where they are written as words of SQL are. */
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
 * Reduces a message to the words that error messages are made of. All other words (names of tables, columns, hosts and
 * people among them), everything quoted, numbers, addresses, paths and SQL are masked; only the first line is kept.
 * An allow list misses no kind of secret that nobody thought of. Idempotent.
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

/** before: the word before it; a number is kept as what the error itself is called. */
function scrubWord(part: string, before = ''): string {
  const [, open = '', inner = '', close = ''] = /^([([{]?)(.*?)([)\]}.,:;!?]*)$/s.exec(part) ?? []
  const isNumber = /^#?\d{1,3}$/.test(inner) && /^(?:http|status|code|error)$/i.test(before)
  const isWord = isMessageWord(inner) || isMessageWord(inner.replace(/n't$/, '')) || /^(?:[-–—=/&]|)$/.test(inner)
  return isWord || isNumber ? part : `${open}${mask}${close}`
}

/** An address without origin, query and fragment, its segments that are no words of our routes masked. Idempotent. */
export function scrubAddress(address: string): string {
  const path = address.replace(/^[a-z][a-z+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  return path
    .replace(/^\/w\/[^/]+/, '/w/[workspace]')
    .split('/')
    .map((segment) => (segment === '' || routeWords.has(segment) ? segment : '[id]'))
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

/** Folders of the build and of the sources, as they lie within an installation, or a file right below one. */
const ownFolders =
  /\/(?:_next\/static|(?:web\/)?\.next|node_modules|web\/(?:app|client|dist|features|server|ui)|shared\/src|desktop\/(?:dist|src))(?=\/)/g
const ownFile = /\/((?:web|shared|desktop)\/[^/]+)$/

/**
 * A source file as the build names it: no home folder, no host, no query; of what is none, as the address of a page where an
 * error has no stack, nothing. Idempotent.
 */
export function scrubFileName(fileName: string): string {
  const path = fileName.replaceAll('\\', '/').replace(/[?#].*$/s, '')
  if (path === '' || path.startsWith('node:') || path === '<anonymous>') return path
  if (!/\.(?:[cm]?[jt]sx?|node|wasm)$/.test(path)) return 'app:///'
  // The last of them: those before it may be in the names of somebody's folders.
  const folder = [...path.matchAll(ownFolders)].at(-1)
  const inside = folder === undefined ? ownFile.exec(path)?.[1] : path.slice(folder.index + 1)
  return `app:///${inside ?? path.split('/').at(-1) ?? ''}`
}
