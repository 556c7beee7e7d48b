'use client'

import { useState } from 'react'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { Button } from '@/ui/button'
import { Callout } from '@/ui/callout'
import { Dialog } from '@/ui/dialog'
import { Select } from '@/ui/select'
import { reportProblem } from '../shell/report-problem'
import { DifferencesList } from './differences-list'
import { headerLabel } from './header-label'
import { readAgainLabel, useReadAgain } from './use-read-again'

/** Asks whether the first row of a file names its columns, and reads the file again so. */
export function HeaderDialog({
  dataset,
  isPresent,
  onClose,
}: {
  readonly dataset: Dataset
  /** As it was read. */
  readonly isPresent: boolean
  readonly onClose: () => void
}) {
  const [hasHeader, setHasHeader] = useState(!isPresent)
  const { step, failure, readAgain, chooseAnew } = useReadAgain(dataset, onClose)
  const submit = () =>
    readAgain({
      route: 'header',
      body: { versionId: dataset.versionId, hasHeader },
      told: hasHeader
        ? `The first row of “${dataset.name}” names its columns`
        : `The first row of “${dataset.name}” is data`,
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="First row of the file"
      description="A file does not say whether its first row names the columns or is the first of the data. Newer files are then read in the same way."
      width={480}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={hasHeader === isPresent || step.kind === 'reading'}
            onClick={() => void submit().catch(reportProblem)}
          >
            {readAgainLabel(step)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {failure !== null && <Callout tone="bad" title={failure} />}
        <Select
          label="First row"
          isFirst
          value={hasHeader ? 'names' : 'data'}
          disabled={step.kind === 'reading'}
          options={[true, false].map((isNames) => ({
            value: isNames ? 'names' : 'data',
            label: `${headerLabel(isNames)}${isNames === isPresent ? ', as it was read' : ''}`,
          }))}
          onChange={(value) => {
            setHasHeader(value === 'names')
            chooseAnew()
          }}
        />
        {step.kind === 'differs' && (
          <div role="alert" className="flex flex-col gap-1.5 text-small">
            <p className="text-muted">Read so, its columns are others.</p>
            <DifferencesList datasetId={dataset.id} differences={step.differences} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
