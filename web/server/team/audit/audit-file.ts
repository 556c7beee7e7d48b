import type { AuditEvent, AuditFileFormat, AuditPage } from '@tidemark/shared/audit/audit-event'
import type { CellValue, Field, FieldType } from '@tidemark/shared/query/field'
import { createRowFile } from '@/server/query/export/create-row-file'

export interface AuditFile {
  readonly fileName: string
  readonly contentType: string
  readonly body: ReadableStream<Uint8Array>
}

/** The number of events that are read and sent at a time. */
const eventsPerPart = 500

interface Column {
  readonly name: string
  readonly type: FieldType
  readonly valueOf: (event: AuditEvent, people: AuditPage['people']) => CellValue
}

const columns: readonly Column[] = [
  { name: 'at', type: 'timestamptz', valueOf: ({ at }) => new Date(at).toISOString() },
  { name: 'action', type: 'text', valueOf: ({ action }) => action },
  { name: 'actorKind', type: 'text', valueOf: ({ actor }) => actor.kind },
  { name: 'actorId', type: 'text', valueOf: ({ actor }) => actor.userId },
  { name: 'actorName', type: 'text', valueOf: ({ actor }, people) => people[actor.userId ?? ''] ?? null },
  { name: 'target', type: 'text', valueOf: ({ target }) => target },
  { name: 'targetName', type: 'text', valueOf: ({ target }, people) => people[target ?? ''] ?? null },
  { name: 'ip', type: 'text', valueOf: ({ ip }) => ip },
  { name: 'detail', type: 'json', valueOf: ({ detail }) => JSON.stringify(detail) },
  { name: 'id', type: 'text', valueOf: ({ id }) => id },
]
const fields: readonly Field[] = columns.map(({ name, type }) => ({ name, type, databaseType: '', nullable: false }))

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<AuditFileFormat, string>

/**
 * Creates a file of events that are read at the pace of the download. read: returns the events before `before`, newest
 * first.
 */
export function createAuditFile(
  format: AuditFileFormat,
  read: (before: string | undefined, limit: number) => Promise<AuditPage>,
): Pick<AuditFile, 'contentType' | 'body'> {
  const file = createRowFile(fields, { format, isForSpreadsheets: true, signs: {} })
  let before: string | undefined
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { events, people, next } = await read(before, eventsPerPart)
      const cells = columns.map(({ valueOf }) => events.map((event) => valueOf(event, people)))
      for (const piece of file.write(cells, events.length)) controller.enqueue(piece)
      if (next !== null) {
        before = next
        return
      }
      for (const piece of file.end()) controller.enqueue(piece)
      controller.close()
    },
  })
  return { contentType: contentTypes[format], body }
}
