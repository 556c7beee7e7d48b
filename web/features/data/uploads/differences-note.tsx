'use client'

import type { DatasetDifferences } from '@tidemark/shared/datasets/dataset-differences'
import { Button } from '@/ui/buttons/button'
import { DifferencesList } from './differences-list'
import { acceptDifferences, removeUpload } from './uploads'
import type { Upload } from './upload-state'

/** The differences a newer file would bring: its columns against today's, and the charts that name them. */
export function DifferencesNote({
  upload: { id, replaces },
  differences,
}: {
  readonly upload: Upload
  readonly differences: DatasetDifferences
}) {
  return (
    <div role="group" aria-label="Other columns" className="text-small">
      <p className="mb-1.5 text-muted">Its columns are not those of the data it replaces.</p>
      <DifferencesList datasetId={replaces?.id ?? null} differences={differences} />
      <div className="mt-2 flex gap-1.5">
        <Button size="sm" variant="primary" onClick={() => acceptDifferences(id)}>
          Replace the data
        </Button>
        <Button size="sm" onClick={() => removeUpload(id)}>
          Keep what there is
        </Button>
      </div>
    </div>
  )
}
