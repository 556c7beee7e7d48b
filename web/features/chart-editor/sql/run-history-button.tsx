'use client'

import { ListRestart } from 'lucide-react'
import { useEffect, useState } from 'react'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { usePageEnvironment } from '@/client/page/page-environment'
import { ageText } from '@/ui/text/age-text'
import { classNames } from '@/ui/class-names'
import { Sheet } from '@/ui/popups/dialog'
import { IconButton } from '@/ui/buttons/icon-button'
import { TextField } from '@/ui/fields/text-field'
import { listRuns, type RunRecord } from './run-history'

const shownAtMost = 100

/** The history of runs in this browser, for searching and restoring into the editor. */
export function RunHistoryButton({ onRestore }: { readonly onRestore: (sql: string) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton icon={ListRestart} label="My runs" onClick={() => setOpen(true)} />
      <Sheet side="right" title="My runs" width={400} open={open} onOpenChange={setOpen}>
        {open && <RunList onRestore={(sql) => (onRestore(sql), setOpen(false))} />}
      </Sheet>
    </>
  )
}

function RunList({ onRestore }: { readonly onRestore: (sql: string) => void }) {
  const { databaseName, locale } = usePageEnvironment()
  const [runs, setRuns] = useState<readonly RunRecord[] | null>(null)
  const [search, setSearch] = useState('')
  const [openedAt] = useState(() => Date.now())
  useEffect(() => {
    let isCurrent = true
    void listRuns(databaseName).then((found) => isCurrent && setRuns(found))
    return () => {
      isCurrent = false
    }
  }, [databaseName])
  const wanted = search.trim().toLowerCase()
  const found = (runs ?? []).filter(({ sql, chartName }) => `${chartName}\n${sql}`.toLowerCase().includes(wanted))
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Search runs"
        hideLabel
        placeholder="Search SQL and charts"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {runs !== null && found.length === 0 && (
        <p className="text-muted">
          {runs.length === 0 ? 'Nothing has been run yet. Your runs are kept in this browser.' : 'Nothing found.'}
        </p>
      )}
      <ul className="flex flex-col gap-1.5">
        {found.slice(0, shownAtMost).map((run) => (
          <li key={run.at}>
            <button
              type="button"
              onClick={() => onRestore(run.sql)}
              title="Open in the editor"
              className="flex w-full flex-col gap-1 rounded-control border border-line px-3 py-2 text-left hover:bg-hover"
            >
              <span className="flex w-full justify-between gap-3 text-small text-muted tabular-nums">
                <span className="truncate">{run.chartName}</span>
                <span className={classNames('shrink-0', run.outcome === 'failed' && 'text-bad')}>
                  {run.outcome === 'failed' ? 'failed' : plural(locale, run.rowCount, 'row')} ·{' '}
                  {ageText(run.at, openedAt)}
                </span>
              </span>
              <code className="line-clamp-3 w-full font-mono text-code break-words whitespace-pre-wrap">
                {run.sql.trim()}
              </code>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
