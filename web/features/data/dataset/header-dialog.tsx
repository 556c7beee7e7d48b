'use client'

import { useState } from 'react'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { Select } from '@/ui/fields/select'
import { headerLabel } from './header-label'
import { ReadAgainDialog, type ReadingChoice } from './read-again-dialog'

interface HeaderDialogProps {
  readonly dataset: Dataset
  /** As it was read. */
  readonly isPresent: boolean
  readonly onClose: () => void
}

/** Asks whether the first row of a file names its columns, and reads the file again so. */
export function HeaderDialog({ dataset, isPresent, onClose }: HeaderDialogProps) {
  const [hasHeader, setHasHeader] = useState(!isPresent)
  const choice: ReadingChoice = {
    route: 'header',
    body: { versionId: dataset.versionId, hasHeader },
    told: `The first row of “${dataset.name}” ${hasHeader ? 'names its columns' : 'is data'}`,
  }
  return (
    <ReadAgainDialog
      dataset={dataset}
      title="First row of the file"
      description="A file does not say whether its first row names the columns or is the first of the data. Newer files are then read in the same way."
      width={480}
      choice={hasHeader === isPresent ? null : choice}
      onClose={onClose}
    >
      {(isReading) => (
        <Select
          label="First row"
          isFirst
          value={hasHeader ? 'names' : 'data'}
          disabled={isReading}
          options={[true, false].map((isNames) => ({
            value: isNames ? 'names' : 'data',
            label: `${headerLabel(isNames)}${isNames === isPresent ? ', as it was read' : ''}`,
          }))}
          onChange={(value) => setHasHeader(value === 'names')}
        />
      )}
    </ReadAgainDialog>
  )
}
