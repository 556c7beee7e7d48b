'use client'

import { CircleAlert, FileSpreadsheet, FileUp, GitCompare, RotateCcw, Rows3, Table2, WifiOff, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { navigate, useLocation } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useSelector } from '@/client/page/use-selector'
import { useSyncStatus } from '@/client/workspace/use-sync-status'
import { Button } from '@/ui/buttons/button'
import { IconButton } from '@/ui/buttons/icon-button'
import { toast } from '@/ui/popups/toaster'
import { draftHref, draftOf } from '@/features/content/draft-link'
import { formatSize } from '@/ui/text/format-size'
import { BadRowsNote } from './bad-rows-note'
import { tablesNoun } from './accepted-files'
import { tellReplaced } from '../dataset/go-back'
import { readyToast } from './ready-toast'
import { inPanelOrder, isLostByLeaving, type Upload } from './upload-state'
import {
  chooseTables,
  onDatasetMade,
  removeUpload,
  retryUnreachable,
  retryUpload,
  uploadProgress,
  uploads$,
  waitsForPerson,
  acceptDifferences,
} from './uploads'
import type { DatasetDifferences } from '@tidemark/shared/datasets/dataset-differences'
import { DifferencesList } from './differences-list'

/**
 * The files being added: how far each is, what was wrong with one, and a way to stop or try again. The drop
 * zone has it fetched before a file can be chosen, because offline nothing could be fetched to say so.
 */
export default function UploadPanel() {
  const uploads = useSelector(() => uploads$.uploads.get())
  useAnnounceDatasets()
  useRetryWhenBack()
  useWarnBeforeLeaving()
  if (uploads.length === 0) return null
  return (
    <section
      aria-label="Files being added"
      className="pop-in fixed top-14 touch:top-16 right-5 z-[70] flex max-h-[min(520px,calc(100dvh-68px))] touch:max-h-[min(520px,calc(100dvh-76px))] w-[min(400px,calc(100vw-24px))] flex-col overflow-hidden rounded-tile border border-line bg-raised shadow-pop max-md:right-3"
    >
      <h2 className="border-b border-line px-3.5 py-2.5 text-tile">{headingOf(uploads)}</h2>
      <ul className="divide-y divide-line overflow-y-auto">
        {inPanelOrder(uploads).map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function headingOf(uploads: readonly Upload[]): string {
  const failedCount = uploads.filter((upload) => upload.state.kind === 'failed').length
  if (failedCount === uploads.length)
    return failedCount === 1 ? 'A file was not added' : `${failedCount} files were not added`
  if (uploads.every(({ state }) => waitsForPerson(state))) return 'Your choice is needed'
  const count = uploads.length - failedCount
  return count === 1 ? 'Adding a file' : `Adding ${count} files`
}

function UploadRow({ upload }: { readonly upload: Upload }) {
  const { id, fileName, table, state } = upload
  const isStopped = state.kind === 'unreachable' || waitsForPerson(state)
  const Icon = icons[state.kind]
  return (
    <li className="relative flex gap-2.5 px-3.5 py-3">
      <Icon
        aria-hidden
        className={`mt-0.5 ${state.kind === 'failed' ? 'text-bad' : state.kind === 'unreachable' ? 'text-warn' : 'text-muted'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="truncate pr-6 font-medium touch:pr-9" title={fileName}>
          <bdi>{fileName}</bdi>
          {table !== null && (
            <span className="text-muted">
              {' · '}
              <bdi>{table}</bdi>
            </span>
          )}
        </p>
        <UploadDetail upload={upload} />
        {state.kind === 'unreachable' && (
          <Button size="sm" icon={RotateCcw} className="mt-2" onClick={() => retryUpload(id)}>
            Try again
          </Button>
        )}
      </div>
      <IconButton
        icon={X}
        size="sm"
        label={isStopped ? `Dismiss ${fileName}` : `Stop adding ${fileName}`}
        onClick={() => removeUpload(id)}
        className="absolute top-2.5 right-2 touch:top-0.5 touch:right-0.5"
      />
    </li>
  )
}

const icons = {
  waiting: FileUp,
  sending: FileUp,
  importing: FileUp,
  asking: FileSpreadsheet,
  differs: GitCompare,
  'bad-rows': Rows3,
  unreachable: WifiOff,
  failed: CircleAlert,
} as const

function UploadDetail({ upload }: { readonly upload: Upload }) {
  const { fileName, sizeBytes, state } = upload
  const { locale } = usePageEnvironment()
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  switch (state.kind) {
    case 'waiting':
      return <p className="text-small text-muted">Waiting · {formatSize(sizeBytes, locale)}</p>
    case 'sending': {
      const share = sizeBytes === 0 ? 1 : Math.min(1, state.sentBytes / sizeBytes)
      return (
        <Progress
          label={`Sending ${fileName}`}
          share={share * 0.5}
          text={`Sending · ${percent.format(share)} of ${formatSize(sizeBytes, locale)}`}
        />
      )
    }
    case 'importing':
      return (
        <Progress label={`Reading ${fileName}`} share={phases[state.phase].share} text={phases[state.phase].text} />
      )
    case 'asking':
      return <TableChoice upload={upload} tables={state.tables} />
    case 'differs':
      return <DifferencesNote upload={upload} differences={state.differences} />
    case 'bad-rows':
      return <BadRowsNote upload={upload} badRows={state.badRows} />
    case 'unreachable':
      return (
        <p role="alert" className="text-small text-muted">
          The server cannot be reached. The file stays chosen and is sent when the server is back.
        </p>
      )
    case 'failed':
      return (
        <div role="alert" className="text-small break-words">
          <p>
            {state.error.message} {state.error.detail}
          </p>
          {state.error.hint && <p className="mt-0.5 text-muted">{state.error.hint}</p>}
          <p className="mt-0.5 text-muted">Nothing was saved.</p>
        </div>
      )
  }
}

function TableChoice({
  upload: { id, fileName },
  tables,
}: {
  readonly upload: Upload
  readonly tables: readonly string[]
}) {
  const noun = tablesNoun(fileName)
  return (
    <div role="group" aria-label={`Choose among the ${noun} of ${fileName}`} className="text-small">
      <p className="text-muted">
        It has {tables.length} {noun}. Which one should be added?
      </p>
      <div className="mt-2 flex max-h-44 flex-wrap gap-1.5 overflow-y-auto">
        {tables.map((table) => (
          <Button key={table} size="sm" icon={Table2} className="max-w-full" onClick={() => chooseTables(id, [table])}>
            <span className="truncate">{table}</span>
          </Button>
        ))}
        {tables.length > 1 && (
          <Button size="sm" variant="ghost" onClick={() => chooseTables(id, tables)}>
            All of them
          </Button>
        )}
      </div>
    </div>
  )
}

const phases = {
  waiting: { text: 'Waiting for another file', share: 0.5 },
  reading: { text: 'Checking every row', share: 0.6 },
  converting: { text: 'Converting', share: 0.8 },
  profiling: { text: 'Looking at the columns', share: 0.95 },
} as const

function Progress({ label, share, text }: { readonly label: string; readonly share: number; readonly text: string }) {
  return (
    <>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={text}
        className="my-1.5 h-1 overflow-hidden rounded-full bg-hover forced-color-adjust-none"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-200"
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="tabular text-small text-muted">{text}</p>
    </>
  )
}

/** Tells of each dataset that is ready; where a person looks at data, opens the last one of a batch, whatever became of others. */
function useAnnounceDatasets(): void {
  const { locale } = usePageEnvironment()
  const { pathname } = useLocation()
  const { syncNow } = useSyncStatus()
  const announce = useRef<(dataset: Dataset, isReplaced: boolean) => void>(() => {})
  useEffect(() => {
    announce.current = (dataset, isReplaced) => {
      syncNow()
      const draft = () => navigate(draftHref(draftOf(dataset.tableName)))
      const open = () => navigate(`/data/${dataset.id}`)
      const looksAtData = pathname === '/' || pathname === '/data' || pathname.startsWith('/data/')
      const opensItself = looksAtData && uploadProgress().count === 0
      if (isReplaced) tellReplaced(`“${dataset.name}” now has the rows of the newer file`, dataset, { locale, syncNow })
      else
        toast(`“${dataset.name}” is ready`, {
          tone: 'good',
          ...readyToast(dataset, { locale, draft, open: opensItself ? undefined : open }),
        })
      if (opensItself) open()
    }
  })
  useEffect(() => onDatasetMade((dataset, isReplaced) => announce.current(dataset, isReplaced)), [])
}

function useWarnBeforeLeaving(): void {
  const wouldLose = useSelector(() => uploads$.uploads.get().some(({ state }) => isLostByLeaving(state)))
  useEffect(() => {
    if (!wouldLose) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    // Only while there is something to lose: some browsers keep no page for going back that listens.
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [wouldLose])
}

function useRetryWhenBack(): void {
  const { kind, syncNow } = useSyncStatus()
  const isWaiting = useSelector(() => uploads$.uploads.get().some((upload) => upload.state.kind === 'unreachable'))
  const sync = useRef(syncNow)
  useEffect(() => {
    sync.current = syncNow
  })
  useEffect(() => {
    // The upload may be the first to notice that the server is gone; from here on the status chip looks out for it.
    if (isWaiting) sync.current()
  }, [isWaiting])
  useEffect(() => {
    if (kind === 'synced') retryUnreachable()
  }, [kind])
  useEffect(() => {
    addEventListener('online', retryUnreachable)
    return () => removeEventListener('online', retryUnreachable)
  }, [])
}

/** The differences a newer file would bring: its columns against today's, and the charts that name them. */
function DifferencesNote({
  upload: { id, replaces },
  differences,
}: {
  readonly upload: Upload
  readonly differences: DatasetDifferences
}) {
  return (
    <div role="group" aria-label="Other columns" className="text-small">
      <p className="mb-1.5 text-muted">Its columns differ from the data it replaces.</p>
      <DifferencesList datasetId={replaces?.id ?? null} differences={differences} />
      <div className="mt-2 flex gap-1.5">
        <Button size="sm" variant="primary" onClick={() => acceptDifferences(id)}>
          Replace the data
        </Button>
        <Button size="sm" onClick={() => removeUpload(id)}>
          Keep the present data
        </Button>
      </div>
    </div>
  )
}
