import type { ContextSection, ContextValue, SectionReader } from '@tidemark/shared/observability/session-context'

/** How a page's sections of the reports' context are read. Only what a page needs without reports: reading is elsewhere. */
const readers = new Map<ContextSection, SectionReader>()
const statePaths = new Map<string, () => ContextValue>()

/** Says how a section of reports' context is read on this page; returns how to take it back, as at sign-out. */
export function provideSection(section: ContextSection, reader: SectionReader): () => void {
  readers.set(section, reader)
  return () => {
    if (readers.get(section) === reader) readers.delete(section)
  }
}

/**
 * Names parts of the interface's state that reports may tell. Only what is named leaves, so a name is given to what is
 * open, chosen or counted, never to what somebody typed. Readers use `peek()`: nothing is to render again for a report.
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
