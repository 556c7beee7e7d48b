'use client'

import { useState } from 'react'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { fieldTypeLabel } from '@/features/result-grid/field-type-label'
import { ReadAgainDialog, type ReadingChoice } from './read-again-dialog'

interface TypesDialogProps {
  readonly dataset: Dataset
  readonly onClose: () => void
}

/** Asks which columns that stayed text are to have the types of their values, and reads the file again so. */
export function TypesDialog({ dataset, onClose }: TypesDialogProps) {
  const [columns, setColumns] = useState<readonly string[]>([])
  const choice: ReadingChoice = {
    route: 'types',
    body: { versionId: dataset.versionId, columns: [...columns] },
    told: `“${dataset.name}” was read with detected types`,
  }
  return (
    <ReadAgainDialog
      dataset={dataset}
      title="Types of the columns"
      description="In a newer file, columns keep their types while the values fit, and any value fits text. Choose the columns whose type should be detected again."
      width={480}
      choice={columns.length === 0 ? null : choice}
      onClose={onClose}
    >
      {(isReading) => (
        <ul className="flex max-h-48 flex-col overflow-y-auto">
          {dataset.columns.map(
            ({ name, foundType, sample: [first] }) =>
              foundType !== undefined && (
                <li key={name}>
                  <label className="flex min-h-7 items-center gap-2 rounded-row px-1 hover:bg-hover touch:min-h-11">
                    <input
                      type="checkbox"
                      className="shrink-0 accent-accent"
                      checked={columns.includes(name)}
                      disabled={isReading}
                      onChange={(event) =>
                        setColumns(
                          event.target.checked ? [...columns, name] : columns.filter((other) => other !== name),
                        )
                      }
                    />
                    <span className="min-w-0 truncate">{name}</span>
                    <span className="min-w-0 truncate text-muted">
                      {fieldTypeLabel(foundType)}
                      {first !== undefined && ` · ${first}`}
                    </span>
                  </label>
                </li>
              ),
          )}
        </ul>
      )}
    </ReadAgainDialog>
  )
}
