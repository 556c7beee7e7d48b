import { homedir, userInfo } from 'node:os'

const maxLineLength = 2_000

interface Rule {
  readonly pattern: RegExp
  readonly replacement: string
}

const rules: readonly Rule[] = [
  { pattern: /\b(?:Bearer|Basic)\s+[\w.~+/=-]+/gi, replacement: '[removed]' },
  // Values named as a secret: in JSON, in JSON inside a JSON string (as the server's lines appear in the log), in a
  // setting or in an address. A string ends at a quote escaped as often as its first one; one that is cut off ends with
  // the line.
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
  // Texts as long and as mixed as API keys.
  { pattern: /\b(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{40,}\b/g, replacement: '[key]' },
]

/** Removes what a report must not contain: secrets, addresses of servers and people, and the person's name. */
export function redact(text: string, home = homedir(), user = userInfo().username): string {
  let redacted = text
    .split('\n')
    .map((line) => rules.reduce((done, { pattern, replacement }) => done.replace(pattern, replacement), cut(line)))
    .join('\n')
  redacted = home.length > 1 ? redacted.replaceAll(home, '~').replaceAll(home.replaceAll('\\', '\\\\'), '~') : redacted
  const isTelling = user.length > 3 && user !== 'root'
  return isTelling ? redacted.replace(new RegExp(`\\b${escapedPattern(user)}\\b`, 'g'), '[user]') : redacted
}

/** Shortens a line: longer lines hold nothing useful and make the patterns slow. */
function cut(line: string): string {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}… [cut]` : line
}

function escapedPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
