import type { Readable } from 'node:stream'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { SaxesParser } from 'saxes'
import { openPromise, type Entry, type ZipFile } from 'yauzl'

/** Limits on unpacking a workbook, so that a small file cannot expand to a huge one. */
export interface XlsxLimits {
  readonly maxUnzippedBytes: number
  readonly maxCells: number
}

export const xlsxLimits: XlsxLimits = { maxUnzippedBytes: 1024 * 1024 * 1024, maxCells: 20_000_000 }

/** Handlers of a part's XML, called in document order. Names have no namespace prefix. */
export interface XmlHandlers {
  readonly onOpen?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly onText?: (text: string) => void
  readonly onClose?: (name: string) => void
  /** Called after each piece; reading stops if it returns true. */
  readonly isDone?: () => boolean
}

/** The parts of a workbook, unpacked while they are read. */
export interface XlsxPackage {
  has(part: string): boolean
  /**
   * Reads a part's XML; has no effect if the workbook has no such part. afterPiece: runs after each piece of some
   * kilobytes. Entities declared by the file are an error and not expanded.
   */
  read(part: string, handlers: XmlHandlers, afterPiece?: () => Promise<void>): Promise<void>
  close(): void
}

/** Opens a workbook. Fails with `upload-unreadable`, also if its parts exceed the limits. */
export async function openXlsxPackage(path: string, limits: XlsxLimits): Promise<XlsxPackage> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: true }).catch(
    (cause: unknown) => {
      throw unreadable('It is no complete ZIP archive, as workbooks are.', cause)
    },
  )
  try {
    const entries = await readEntries(zip, limits)
    return {
      has: (part) => entries.has(part.toLowerCase()),
      read: async (part, handlers, afterPiece) => {
        const entry = entries.get(part.toLowerCase())
        if (entry !== undefined) await readXml(zip, entry, handlers, afterPiece)
      },
      close: () => zip.close(),
    }
  } catch (thrown) {
    zip.close()
    throw thrown
  }
}

/**
 * Reads the list of entries and adds up their declared sizes. A part that unpacks to more than declared fails in its
 * stream.
 */
async function readEntries(zip: ZipFile, { maxUnzippedBytes }: XlsxLimits): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  let unzippedBytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('.xml') && !entry.fileName.endsWith('.rels')) continue
      unzippedBytes += entry.uncompressedSize
      if (unzippedBytes > maxUnzippedBytes) {
        throw new TidemarkError('upload-unreadable', {
          detail: `Unpacked it has more than ${Math.floor(maxUnzippedBytes / 1024 / 1024)} MB.`,
          hint: 'Save the sheet as CSV, which may be larger.',
        })
      }
      if (entry.isEncrypted()) throw unreadable('It is protected by a password.')
      entries.set(entry.fileName.toLowerCase(), entry)
    }
  } catch (thrown) {
    throw thrown instanceof TidemarkError ? thrown : unreadable('Its ZIP archive is damaged.', thrown)
  }
  return entries
}

async function readXml(
  zip: ZipFile,
  entry: Entry,
  handlers: XmlHandlers,
  afterPiece: (() => Promise<void>) | undefined,
): Promise<void> {
  const parser = new SaxesParser({ position: false, xmlns: false } as const)
  parser.on('error', (cause) => {
    throw unreadable(`Its part ${entry.fileName} is no well-formed XML.`, cause)
  })
  parser.on('opentag', ({ name, attributes }) => handlers.onOpen?.(localName(name), attributes))
  parser.on('text', (text) => handlers.onText?.(text))
  parser.on('cdata', (text) => handlers.onText?.(text))
  parser.on('closetag', ({ name }) => handlers.onClose?.(localName(name)))
  let stream: Readable | undefined
  try {
    stream = await zip.openReadStreamPromise(entry)
    stream.setEncoding('utf8')
    for await (const piece of stream) {
      // With an encoding the stream yields texts.
      parser.write(piece as string)
      await afterPiece?.()
      if (handlers.isDone?.() === true) return
    }
    parser.close()
  } catch (thrown) {
    throw thrown instanceof TidemarkError ? thrown : unreadable(`Its part ${entry.fileName} is damaged.`, thrown)
  } finally {
    stream?.destroy()
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function unreadable(detail: string, cause?: unknown): TidemarkError {
  return new TidemarkError('upload-unreadable', { detail, cause })
}
