import type { Chart } from '@tidemark/shared/charts/chart'
import { chartSchema } from '@tidemark/shared/charts/chart'
import { defaultVisual } from '@tidemark/shared/charts/chart-visual'
import type { Folder } from '@tidemark/shared/folders/folder'
import { folderSchema } from '@tidemark/shared/folders/folder'
import type { Logger } from '../log'

const authorship = { createdAt: 1, createdBy: 'ann', updatedAt: 1, updatedBy: 'ann' }

/** A folder entry for tests. */
export function folderOf(id: string, name = id): Folder {
  return folderSchema.parse({ id, parentId: null, name, order: 'a0', deletedAt: null, ...authorship })
}

export function chartOf(id: string, name = id): Chart {
  const query = { kind: 'sql', connectionId: 'workspace', sql: 'select 1', parameters: [] }
  return chartSchema.parse({
    id,
    folderId: null,
    name,
    description: '',
    query,
    visual: defaultVisual,
    order: 'a0',
    deletedAt: null,
    ...authorship,
  })
}

/** Keeps what is logged, so that a test can say what must be there, or that nothing is. */
export interface RecordingLog extends Logger {
  readonly errors: string[]
}

export function recordingLog(): RecordingLog {
  const errors: string[] = []
  return { errors, error: (_fields, message) => errors.push(message), info: () => undefined, debug: () => undefined }
}
