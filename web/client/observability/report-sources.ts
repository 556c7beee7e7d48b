import type { ContextSection, ContextValue, SectionReader } from '@tidemark/shared/observability/session-context'

/**
 * Readers of a page's sections of the report context. This module holds only what pages without reporting need; the
 * reading itself is elsewhere.
 */
const readers = new Map<ContextSection, SectionReader>()
const statePaths = new Map<string, () => ContextValue>()

/**
 * Registers how a section of the report context is read on this page; returns a function that removes it, as at
 * sign-out.
 */
export function provideSection(section: ContextSection, reader: SectionReader): () => void {
  readers.set(section, reader)
  return () => {
    if (readers.get(section) === reader) readers.delete(section)
  }
}

/**
 * Names parts of the interface's state that reports may contain; nothing else leaves the page. So only what is open,
 * chosen or counted gets a name, never what somebody typed. Readers use `peek()`, so that reports cause no renders.
 */
export function declareStatePaths(paths: Readonly<Record<string, () => ContextValue>>): () => void {
  for (const [path, read] of Object.entries(paths)) statePaths.set(path, read)
  return () => {
    for (const [path, read] of Object.entries(paths)) if (statePaths.get(path) === read) statePaths.delete(path)
  }
}

/** Returns the sources registered so far. */
export function getReportSources(): {
  readonly readers: ReadonlyMap<ContextSection, SectionReader>
  readonly statePaths: ReadonlyMap<string, () => ContextValue>
} {
  return { readers, statePaths }
}
