import { statSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { desktopCodeSchema } from '@tidemark/shared/accounts/desktop-sign-in'
import { parseTeamOrigin } from '../profiles/profile'

/** Something that the person or another program asks Tidemark to open. No intent runs SQL or changes data by itself. */
export type OpenIntent =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'go'; readonly path: string }
  | { readonly kind: 'connect'; readonly origin: string }
  | { readonly kind: 'signed-in'; readonly code: string }
  | { readonly kind: 'refused'; readonly reason: string }

export const linkScheme = 'tidemark'

/** The extensions of data files. The format itself is detected when the file is read. */
export const dataFileEndings = [
  'csv',
  'tsv',
  'parquet',
  'json',
  'ndjson',
  'jsonl',
  'xlsx',
  'sqlite',
  'sqlite3',
  'db',
] as const

const endings: ReadonlySet<string> = new Set(dataFileEndings.map((ending) => `.${ending}`))
const maxLinkLength = 2_000

/** Matches the paths that a link may open. */
const linkedPages = /^\/(?:$|data$|trash$|settings$|(?:dashboards|charts|data|connections)\/[A-Za-z0-9_-]{1,64}$)/

export function isDataFile(path: string): boolean {
  return endings.has(extname(path).toLowerCase())
}

/**
 * Parses `tidemark://open/dashboards/ID`, `tidemark://connect?url=https://…` and the end of a sign-in. Everything else is refused with a
 * reason for the person; a page's query and fragment are dropped, because they could carry more than a place.
 */
export function parseLink(text: string): OpenIntent {
  const shown = text.slice(0, 100)
  if (text.length > maxLinkLength || !URL.canParse(text)) return refused(`The link cannot be read: ${shown}`)
  const url = new URL(text)
  if (url.protocol !== `${linkScheme}:`) return refused(`Not a Tidemark link: ${shown}`)
  if (url.username !== '' || url.password !== '' || url.port !== '')
    return refused(`Tidemark does not know this link: ${shown}`)
  switch (url.hostname) {
    case 'open': {
      const path = url.pathname === '' ? '/' : url.pathname
      return linkedPages.test(path) ? { kind: 'go', path } : refused(`There is no page at this link: ${shown}`)
    }
    case 'connect': {
      const origin = parseTeamOrigin(url.searchParams.get('url') ?? '')
      return origin === null
        ? refused('The link names no team server. Its address must begin with https://.')
        : { kind: 'connect', origin }
    }
    case 'signed-in': {
      const code = desktopCodeSchema.safeParse(url.searchParams.get('code'))
      return code.success
        ? { kind: 'signed-in', code: code.data }
        : refused('The link of the sign-in is not complete. Sign in once more.')
    }
    default:
      return refused(`The link asks for something Tidemark does not do: ${shown}`)
  }
}

/**
 * Reads from a command line what it asks to open and ignores options: links, data files, and other existing files, so
 * that the person is told why those are refused. argv: without the program and, in development, its folder. folder: the
 * base of relative paths.
 */
export function readArguments(argv: readonly string[], folder: string): readonly OpenIntent[] {
  const intents: OpenIntent[] = []
  for (const argument of argv) {
    if (argument.startsWith('-')) continue
    if (isLink(argument)) intents.push(parseLink(argument))
    else {
      const path = resolve(folder, argument)
      if (isDataFile(path) || mayBeFile(path)) intents.push({ kind: 'file', path })
    }
  }
  return intents
}

/** Returns arguments that another start can be given from any folder: without options, with absolute paths. */
export function wholeArguments(argv: readonly string[], folder: string): readonly string[] {
  return argv
    .filter((argument) => !argument.startsWith('-'))
    .map((argument) => (isLink(argument) ? argument : resolve(folder, argument)))
}

function isLink(argument: string): boolean {
  return argument.toLowerCase().startsWith(`${linkScheme}:`)
}

/**
 * Returns true if the path is a file or cannot be checked (no permission, name too long): opening it then shows the
 * error.
 */
function mayBeFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true
  } catch {
    return true
  }
}

function refused(reason: string): OpenIntent {
  return { kind: 'refused', reason }
}
