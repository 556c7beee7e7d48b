'use client'

import { Database, Folder, Lock, Search, SearchX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { isAllowed } from '@tidemark/shared/access/rules'
import type { Dataset } from '@tidemark/shared/datasets/dataset'
import { listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { getFolder } from '@tidemark/shared/folders/folder-queries'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useTeamSession } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { EmptyState } from '@/ui/empty-state'
import { TextField } from '@/ui/fields/text-field'
import { TimeAgo } from '@/ui/text/time-ago'
import { formatSize } from '@/ui/text/format-size'
import { TopBar } from '../page/top-bar'
import { AddDataButton } from './uploads/add-data-button'
import { FilesInPlace } from './files-in-place'
import { filterDatasets } from './filter-datasets'

export interface DataPageProps {
  /** The section about models, below the tables. */
  readonly models: ReactNode
  /** The section about databases, below the models. */
  readonly connections: ReactNode
}

/** The workspace's tables: what there is to ask about. */
export function DataPage({ models, connections }: DataPageProps) {
  const datasets = useView(listDatasets, [])
  const actor = useActor()
  const [search, setSearch] = useState('')
  const found = filterDatasets(datasets, search)
  const mayAdd = isAllowed(actor, { do: 'upload-data' })
  // In a team nobody reads the files of the server.
  const isTeam = useTeamSession() !== null
  return (
    <>
      <TopBar icon={Database} title="Data" actions={mayAdd && datasets.length > 0 && <AddDataButton />} />
      {datasets.length === 0 ? (
        <EmptyState
          icon={Database}
          title="No data yet"
          text={
            mayAdd
              ? 'Drop a CSV, Excel, Parquet, JSON or SQLite file anywhere on this window. Its rows stay on your server, and each file becomes a table you can ask.'
              : 'An editor of this workspace can add files here.'
          }
          action={mayAdd && <AddDataButton />}
          className="m-5 flex-1 rounded-tile border border-dashed border-line-strong"
        />
      ) : (
        <div className="flex w-full max-w-[1240px] flex-col gap-3 page-sides py-5 max-md:py-3">
          <div className="flex items-center gap-3">
            <TextField
              label="Search data"
              hideLabel
              icon={Search}
              type="search"
              placeholder="Search by name, table or column"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              className="w-full md:max-w-80"
            />
            {mayAdd && (
              <p className="ml-auto text-muted max-md:hidden">Drop a file anywhere on this window to add it.</p>
            )}
          </div>
          {found.length === 0 ? (
            <EmptyState
              icon={SearchX}
              title={`Nothing matches “${search}”`}
              text="Names of tables and columns are searched."
            />
          ) : (
            <DatasetTable datasets={found} isTeam={isTeam} />
          )}
        </div>
      )}
      <div className="w-full max-w-[1240px] page-sides pt-2 pb-6">
        {models}
        {connections}
        {mayAdd && !isTeam && (
          <div className="pt-6">
            <FilesInPlace />
          </div>
        )}
      </div>
    </>
  )
}

const columnsClass =
  'grid grid-cols-[minmax(0,1fr)_96px] gap-3 px-3.5 md:grid-cols-[minmax(0,1fr)_96px_80px_80px_120px]'

function DatasetTable({ datasets, isTeam }: { readonly datasets: readonly Dataset[]; readonly isTeam: boolean }) {
  const { now, locale } = usePageEnvironment()
  const count = new Intl.NumberFormat(locale)
  return (
    <div
      role="table"
      aria-label="Data"
      className="overflow-hidden rounded-tile border border-line bg-surface shadow-tile"
    >
      <div
        role="row"
        className={`${columnsClass} border-b border-line bg-sunken py-1.5 text-small font-medium text-muted`}
      >
        <span role="columnheader">Name</span>
        <span role="columnheader" className="text-right">
          Rows
        </span>
        <span role="columnheader" className="text-right max-md:hidden">
          Columns
        </span>
        <span role="columnheader" className="text-right max-md:hidden">
          Size
        </span>
        <span role="columnheader" className="text-right max-md:hidden">
          Updated
        </span>
      </div>
      <div role="rowgroup" className="divide-y divide-line">
        {datasets.map((dataset) => (
          <div
            key={dataset.id}
            role="row"
            className={`${columnsClass} relative min-h-12 items-center py-2 transition-colors hover:bg-hover`}
          >
            <span role="cell" className="min-w-0">
              <AppLink
                href={`/data/${dataset.id}`}
                className="block truncate font-medium -outline-offset-2! after:absolute after:inset-0 after:rounded-row"
              >
                {dataset.name}
              </AppLink>
              <span className="flex min-w-0 items-center gap-1.5 text-small text-muted">
                <span className="min-w-0 truncate font-mono">{dataset.tableName}</span>
                <DatasetPlace dataset={dataset} isTeam={isTeam} />
              </span>
            </span>
            <span role="cell" className="tabular text-right">
              {dataset.ownRows === undefined && count.format(dataset.rowCount)}
            </span>
            <span role="cell" className="tabular text-right text-muted max-md:hidden">
              {count.format(dataset.columns.length)}
            </span>
            <span role="cell" className="tabular text-right text-muted max-md:hidden">
              {dataset.fileName !== '' && formatSize(dataset.sizeBytes, locale)}
            </span>
            <span role="cell" className="text-right text-muted max-md:hidden">
              <TimeAgo at={dataset.replacedAt ?? dataset.createdAt} now={now} locale={locale} />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

/** The folder of a dataset, and that only some people may use it. */
function DatasetPlace({ dataset, isTeam }: { readonly dataset: Dataset; readonly isTeam: boolean }) {
  const { folderId, access } = dataset
  const folder = useView((view) => (folderId === null ? undefined : getFolder(view, folderId)), [folderId])
  const isKept = isTeam && access !== null
  return (
    <>
      {folder !== undefined && (
        <span className="flex min-w-0 items-center gap-1">
          <Folder aria-hidden className="size-3.5! shrink-0" />
          <span className="sr-only">In the folder </span>
          <span className="min-w-0 truncate">{folder.name}</span>
        </span>
      )}
      {isKept && (
        <span className="flex shrink-0 items-center gap-1">
          <Lock aria-hidden className="size-3.5!" />
          <span className="max-sm:sr-only">Only some people</span>
        </span>
      )}
    </>
  )
}
