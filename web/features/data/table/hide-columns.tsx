'use client'

import { Eye, EyeOff, ListChecks, Lock, LockOpen } from 'lucide-react'
import { isAmong } from '@tidemark/shared/access/dataset-access'
import { getDataset } from '@tidemark/shared/datasets/dataset-queries'
import type { ColumnSettings } from '@tidemark/shared/tables/table-settings'
import type { TableSource } from '@tidemark/shared/tables/table-source'
import { useTeamSession } from '@/client/page/page-environment'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { reportProblem } from '@/features/messages/report-problem'
import { Button } from '@/ui/buttons/button'

/** The columns that are ticked; null while nobody ticks any. */
export type TickedColumns = ReadonlySet<string> | null

interface HideColumnsProps {
  readonly source: TableSource
  readonly settings: ReadonlyMap<string, ColumnSettings>
  /** The names of those that the search has left. */
  readonly shown: readonly string[]
  readonly ticked: TickedColumns
  readonly onTick: (ticked: TickedColumns) => void
}

/** Hides or restricts several columns at once, or takes that back. */
export function HideColumns({ source, settings, shown, ticked, onTick }: HideColumnsProps) {
  const mutate = useMutate()
  if (ticked === null)
    return (
      <Button size="sm" variant="ghost" icon={ListChecks} onClick={() => onTick(new Set())}>
        Select columns
      </Button>
    )
  const hide = (isHidden: boolean) => {
    const columns = [...ticked].filter((name) => (settings.get(name)?.isHidden ?? false) !== isHidden)
    onTick(null)
    if (columns.length === 0) return
    const label = isHidden ? 'Hide columns' : 'Show columns'
    void mutate('hideColumns', { source, columns, isHidden }, { label }).catch(reportProblem)
  }
  const isAll = shown.length > 0 && shown.every((name) => ticked.has(name))
  return (
    <div role="group" aria-label="Selected columns" className="flex flex-wrap items-center gap-1.5">
      <span role="status" className="mr-1 text-small text-muted tabular">
        {ticked.size} selected
      </span>
      <Button size="sm" variant="ghost" onClick={() => onTick(isAll ? new Set() : new Set([...ticked, ...shown]))}>
        {isAll ? 'Select none' : 'Select all'}
      </Button>
      <Button size="sm" icon={EyeOff} disabled={ticked.size === 0} onClick={() => hide(true)}>
        Hide
      </Button>
      <Button size="sm" icon={Eye} disabled={ticked.size === 0} onClick={() => hide(false)}>
        Show
      </Button>
      <RestrictColumns source={source} ticked={ticked} onDone={() => onTick(null)} />
      <Button size="sm" variant="ghost" onClick={() => onTick(null)}>
        Cancel
      </Button>
    </div>
  )
}

interface RestrictColumnsProps {
  readonly source: TableSource
  readonly ticked: ReadonlySet<string>
  readonly onDone: () => void
}

/** Keeps columns of a dataset from those who do not manage it, or opens them; offered in teams. */
function RestrictColumns({ source, ticked, onDone }: RestrictColumnsProps) {
  const mutate = useMutate()
  const isTeam = useTeamSession() !== null
  const restricted = useView(
    (view) => (source.kind === 'dataset' ? (getDataset(view, source.id)?.restricted ?? []) : []),
    [source],
  )
  if (source.kind !== 'dataset' || !isTeam) return null
  const { id } = source
  const restrict = (isRestricted: boolean) => {
    const columns = [...ticked].filter((name) => isAmong(restricted, name) !== isRestricted)
    onDone()
    if (columns.length === 0) return
    const label = isRestricted ? 'Restrict columns' : 'Unrestrict columns'
    void mutate('restrictColumns', { id, columns, isRestricted }, { label }).catch(reportProblem)
  }
  return (
    <>
      <Button size="sm" icon={Lock} disabled={ticked.size === 0} onClick={() => restrict(true)}>
        Restrict
      </Button>
      {restricted.length > 0 && (
        <Button size="sm" icon={LockOpen} disabled={ticked.size === 0} onClick={() => restrict(false)}>
          Unrestrict
        </Button>
      )}
    </>
  )
}

interface ColumnTickProps {
  readonly name: string
  readonly ticked: ReadonlySet<string>
  readonly onTick: (ticked: TickedColumns) => void
}

export function ColumnTick({ name, ticked, onTick }: ColumnTickProps) {
  const change = (isTicked: boolean) => {
    const next = new Set(ticked)
    if (isTicked) next.add(name)
    else next.delete(name)
    onTick(next)
  }
  return (
    <label className="mr-2 -ml-1.5 flex shrink-0 items-center justify-center p-1.5 touch:-my-2 touch:min-h-11 touch:min-w-11">
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={ticked.has(name)}
        onChange={(event) => change(event.target.checked)}
        className="accent-accent"
      />
    </label>
  )
}
