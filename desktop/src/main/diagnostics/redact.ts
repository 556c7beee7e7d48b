import { homedir, userInfo } from 'node:os'

const maxLineLength = 2_000

interface Rule {
  readonly pattern: RegExp
  readonly replacement: string
}

const rules: readonly Rule[] = [
  { pattern: /\b(?:Bearer|Basic)\s+[\w.~+/=-]+/gi, replacement: '[removed]' },
  // Whatever is named as a secret, as JSON, as JSON in a text of JSON (so the server's lines lie in its log), as a setting or in
  // an address. A text ends at the quote that is escaped as its first one is, and one that is cut off at the end.
  {
    pattern:
      /((?:\\*")?\b(?:password|passwd|pwd|secret|token|api[_-]?key|authorization|cookie|dsn)\b(?:\\*")?\s*[:=]\s*)(?:(\\*)".*?(?<!\\)\2"|\\*".*|[^\s,;&}]+)/gi,
    replacement: '$1[removed]',
  },
  { pattern: /\b([A-Z0-9_]*(?:SECRET|TOKEN|PASSWORD|DSN)[A-Z0-9_]*=)\S+/g, replacement: '$1[removed]' },
  { pattern: /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, replacement: '$1[removed]@' },
  {
    pattern: /\b(postgres(?:ql)?|mysql|mariadb|clickhouse|https?):\/\/(?!127\.0\.0\.1\b)[^\s"'<>]+/gi,
    replacement: '$1://[removed]',
  },
  { pattern: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, replacement: '[e-mail]' },
  // As long and as mixed as keys are.
  { pattern: /\b(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{40,}\b/g, replacement: '[key]' },
]

/** Takes out of a text what a report must not carry: secrets, addresses of servers and people, and the person's name. */
export function redact(text: string, home = homedir(), user = userInfo().username): string {
  let redacted = text
    .split('\n')
    .map((line) => rules.reduce((done, { pattern, replacement }) => done.replace(pattern, replacement), cut(line)))
    .join('\n')
  redacted = home.length > 1 ? redacted.replaceAll(home, '~').replaceAll(home.replaceAll('\\', '\\\\'), '~') : redacted
  const isTelling = user.length > 3 && user !== 'root'
  return isTelling ? redacted.replace(new RegExp(`\\b${escapedPattern(user)}\\b`, 'g'), '[user]') : redacted
}

/** No line that tells something is longer, and the patterns take long over those that are. */
function cut(line: string): string {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}… [cut]` : line
}

function escapedPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
