import { posix } from 'node:path'
import { listOf } from '@tidemark/shared/base/list-of'
import { cutText } from '@tidemark/shared/base/plain-text'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import type { Entry, ZipFile } from 'yauzl'
import { isTableFile } from './detect-format'
import { readHead } from '../import/text/text-file'
import { unpackTo } from './unpack-to'
import type { UploadedFile } from './unpack-gzip'

/**
 * The file whose rows are read. table: the requested table in it, null if none was named. nameTable: returns how a
 * person names one of its tables within the whole upload.
 */
export interface UnpackedFile extends UploadedFile {
  readonly table: string | null
  readonly nameTable: (table: string) => string
}

const maxEntries = 10_000
const maxChoices = 200
const betweenNames = ' › '

/**
 * Extracts the only table file in a ZIP archive, or the one that `table` names, to `target`; returns any other file
 * unchanged, including a workbook. Names in the archive are never used as paths. Fails with `upload-table` and the
 * names if there are several, `upload-type` if there are none or too many, and like `unpackTo`.
 */
export async function unpackZip(
  { path, fileName }: UploadedFile,
  table: string | null,
  target: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<UnpackedFile> {
  const asItIs: UnpackedFile = { path, fileName, table, nameTable: (name) => name }
  const head = Buffer.from(await readHead(path, 4)).toString('latin1')
  if (head !== 'PK\u0003\u0004' && head !== 'PK\u0005\u0006') return asItIs
  // Imported here because archives are rare, and the server should start quickly.
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((cause: unknown) => {
    throw new TidemarkError('upload-unreadable', {
      detail: 'It is no complete ZIP archive.',
      hint: 'Check that the download was complete.',
      cause,
    })
  })
  try {
    const entries = await listEntries(zip)
    // Spreadsheets of all formats are archives too.
    if (entries.some(({ fileName: name }) => isPartOfDocument(name))) return asItIs
    const found = entries.filter(({ fileName: name }) => isTableFile(name) && !isOfSystem(name))
    const entry = chooseEntry(found, table, () => whatElse(entries))
    if (entry.isEncrypted())
      throw new TidemarkError('upload-unreadable', {
        detail: `${cutText(entry.fileName, 80)} is protected by a password.`,
        hint: 'Unpack it with its password and drop the file itself.',
      })
    const content = await zip.openReadStreamPromise(entry).catch((cause: unknown) => {
      throw new TidemarkError('upload-unreadable', {
        detail: `${cutText(entry.fileName, 80)} is damaged, or packed in a way other than Deflate.`,
        hint: 'Unpack it and drop the file itself.',
        cause,
      })
    })
    await unpackTo({ content, target, maxBytes, signal, isCompressed: 'a ZIP archive' })
    const prefix = found.length === 1 ? '' : `${entry.fileName}${betweenNames}`
    const inside = table === null || table === entry.fileName ? null : table.slice(prefix.length)
    return {
      path: target,
      fileName: posix.basename(entry.fileName),
      table: inside,
      nameTable: (name) => `${prefix}${name}`,
    }
  } finally {
    zip.close()
  }
}

async function listEntries(zip: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      entries.push(entry)
      if (entries.length > maxEntries)
        throw new TidemarkError('upload-type', {
          detail: `It is a ZIP archive of more than ${maxEntries} files.`,
          hint: 'Unpack it and drop the files you need.',
        })
    }
  } catch (thrown) {
    if (thrown instanceof TidemarkError) throw thrown
    throw new TidemarkError('upload-unreadable', {
      detail: 'Its ZIP archive is damaged, or has names that lead out of it.',
      cause: thrown,
    })
  }
  return entries
}

function chooseEntry(found: readonly Entry[], table: string | null, besides: () => string): Entry {
  const [first, second] = found
  if (first === undefined)
    throw new TidemarkError('upload-type', {
      detail: `It is a ZIP archive in which there is none of these${besides()}.`,
    })
  if (second === undefined) return first
  const wanted = found.find(
    ({ fileName }) => table === fileName || table?.startsWith(`${fileName}${betweenNames}`) === true,
  )
  if (wanted !== undefined) return wanted
  if (found.length > maxChoices)
    throw new TidemarkError('upload-type', {
      detail: `It is a ZIP archive of ${found.length} such files.`,
      hint: 'Unpack it and drop the files you need; several can be dropped at once.',
    })
  throw new TidemarkError('upload-table', {
    detail: table === null ? undefined : `It has no file “${cutText(table, 80)}”.`,
    choices: [...new Set(found.map(({ fileName }) => fileName))],
  })
}

/** Returns true for a part of a workbook, an OpenDocument or a Numbers file. */
function isPartOfDocument(name: string): boolean {
  return ['[Content_Types].xml', '_rels/.rels', 'mimetype', 'Index/Document.iwa'].includes(name)
}

/** Returns true for files that macOS and other systems add. */
function isOfSystem(name: string): boolean {
  return name.split('/').some((part) => part === '__MACOSX' || part.startsWith('.'))
}

function whatElse(entries: readonly Entry[]): string {
  const names = entries.filter(({ fileName }) => !isOfSystem(fileName)).map(({ fileName }) => cutText(fileName, 40))
  if (names.length === 0) return ''
  const shown = names.slice(0, 3)
  return names.length > shown.length
    ? `: it has ${shown.join(', ')} and ${names.length - shown.length} more`
    : `: it has ${listOf(shown)}`
}
