'use client'

import { useState } from 'react'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard, listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useSyncStatus } from '@/client/workspace/use-sync-status'
import { useView } from '@/client/workspace/use-view'
import { reportProblem } from '@/features/messages/report-problem'
import type { DownloadTarget } from '@/features/preferences/shell-state'
import { Button } from '@/ui/buttons/button'
import { SegmentedControl } from '@/ui/buttons/segmented-control'
import { Callout } from '@/ui/callout'
import { Select } from '@/ui/fields/select'
import { Dialog } from '@/ui/popups/dialog'
import { downloadDocument } from './download-document'
import { keepPaperChoice, readPaperChoice } from './paper-choice'

interface DownloadDialogProps {
  readonly target: DownloadTarget
  readonly onClose: () => void
}

/** The dialog that downloads a chart, tile or dashboard as a PDF or picture, with the form that was chosen last. */
export default function DownloadDialog({ target, onClose }: DownloadDialogProps) {
  const { locale } = usePageEnvironment()
  const isOffline = useSyncStatus().kind === 'offline'
  const name = useView((view) => nameOf(view, target), [target])
  const [choice, setChoice] = useState(() => readPaperChoice(locale))
  const { format, paper, orientation, scale } = choice
  const download = () => {
    keepPaperChoice(choice)
    onClose()
    downloadDocument({ target, name, locale, choice }).catch(reportProblem)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isAllowed
      title={`Download “${name}”`}
      description={`The server draws ${contentOf(target)} on white, in the light theme.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={isOffline} onClick={download}>
            Download
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-start gap-4">
        <SegmentedControl
          label="Format"
          value={format}
          options={[
            { value: 'pdf', label: 'PDF' },
            { value: 'png', label: 'Picture (PNG)' },
          ]}
          onChange={(value) => setChoice({ ...choice, format: value })}
        />
        {format === 'pdf' ? (
          <div className="flex flex-wrap items-end gap-3">
            <Select
              isFirst
              label="Paper"
              className="w-32"
              value={paper}
              options={[
                { value: 'a4', label: 'A4' },
                { value: 'a3', label: 'A3' },
                { value: 'letter', label: 'Letter' },
              ]}
              onChange={(value) => setChoice({ ...choice, paper: value })}
            />
            <SegmentedControl
              label="Orientation"
              value={orientation}
              options={[
                { value: 'landscape', label: 'Landscape' },
                { value: 'portrait', label: 'Portrait' },
              ]}
              onChange={(value) => setChoice({ ...choice, orientation: value })}
            />
          </div>
        ) : (
          <Select
            isFirst
            label="Size"
            className="w-56"
            value={scale}
            options={[
              { value: '1', label: 'As on a screen' },
              { value: '2', label: 'Sharp (2 times)' },
              { value: '3', label: 'For print (3 times)' },
            ]}
            onChange={(value) => setChoice({ ...choice, scale: value })}
          />
        )}
        {isOffline && (
          <Callout tone="warn" title="The server cannot be reached">
            It runs the queries and draws the file. Without it you can print the page instead.
          </Callout>
        )}
      </div>
    </Dialog>
  )
}

function nameOf(view: EntryView, { kind, id, tileId }: DownloadTarget): string {
  if (kind === 'chart') return getChart(view, chartIdSchema.parse(id))?.name ?? 'Chart'
  const dashboardId = dashboardIdSchema.parse(id)
  const content = listTiles(view, dashboardId).find((tile) => tile.id === tileId)?.content
  if (content?.kind === 'chart') return getChart(view, content.chartId)?.name ?? 'Chart'
  return getDashboard(view, dashboardId)?.name ?? 'Dashboard'
}

function contentOf({ kind, tileId, search }: DownloadTarget): string {
  const what = kind === 'dashboard' && tileId === null ? 'all tabs, each as a chapter,' : 'this chart'
  return search === '' ? what : `${what} with the filters and values that are set now,`
}
