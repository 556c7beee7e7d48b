'use client'

import { ChevronDown } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { isAmong } from '@tidemark/shared/access/dataset-access'
import { plural, wholeNumber } from '@tidemark/shared/charts/plot/numbers/format-number'
import { compactFormatter } from '@tidemark/shared/charts/plot/numbers/number-labels'
import { autoFormat } from '@tidemark/shared/query/number-format'
import type { Dataset, DatasetColumn } from '@tidemark/shared/datasets/dataset'
import { getReadAs, readAsKindsOf, readAsLabel } from '@tidemark/shared/datasets/read-as'
import { localConnectionId } from '@tidemark/shared/query/run-query'
import { missingWord, valueText } from '@tidemark/shared/query/value-words'
import { usePageEnvironment } from '@/client/page/page-environment'
import { classNames } from '@/ui/class-names'
import { columnFormat } from '@/features/result-grid/cell-format'
import type { ColumnSettings } from '@tidemark/shared/tables/table-settings'
import type { TableSource } from '@tidemark/shared/tables/table-source'
import { ColumnBadges } from '../table/column-about'
import { ColumnListHead, useColumnList } from '../table/column-list'
import { ColumnSettingsPart } from '../table/column-settings-form'
import { ColumnTick, type TickedColumns } from '../table/hide-columns'
import { ColumnName, ColumnOpener } from './column-opener'
import { ColumnProfileView } from './column-profile-view'
import { ReadAsDialog } from './read-as-dialog'
import { fieldTypeLabel } from '@/features/result-grid/field-type-label'

const layout =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-3.5 lg:grid-cols-[minmax(140px,1.1fr)_150px_130px_minmax(0,2fr)]'

interface DatasetColumnsProps {
  readonly dataset: Dataset
  /** True if the person may have the values of a column counted. */
  readonly mayOpen: boolean
  /** True if they may say what a column is. */
  readonly mayReadAs: boolean
}

/** The columns as the import profiled them: type, how many values are missing, and a few of those there. */
export function DatasetColumns({ dataset, mayOpen, mayReadAs }: DatasetColumnsProps) {
  const { columns, id } = dataset
  const source = useMemo<TableSource>(() => ({ kind: 'dataset', id }), [id])
  const list = useColumnList(source, columns)
  const { settings, mayDescribe, search, ticked, onTick, shown } = list
  const hasFigures = mayOpen && dataset.ownRows === undefined
  return (
    <section aria-label="Columns">
      <ColumnListHead heading="h2" source={source} columnCount={columns.length} list={list} />
      <div
        role="table"
        aria-label="Columns"
        aria-rowcount={columns.length + 1}
        tabIndex={0}
        className="overflow-y-auto rounded-tile lg:max-h-[520px] border border-line bg-surface shadow-tile"
      >
        <div
          role="row"
          className={`${layout} border-b lg:sticky lg:top-0 lg:z-10 border-line bg-sunken py-1.5 text-small font-medium text-muted`}
        >
          <span role="columnheader">Name</span>
          <span role="columnheader" className="max-lg:hidden">
            Type
          </span>
          <span role="columnheader" className="max-lg:text-right">
            {hasFigures && 'Empty'}
          </span>
          <span role="columnheader" className="max-lg:hidden">
            {hasFigures && 'Some values'}
          </span>
        </div>
        <div role="rowgroup" className="divide-y divide-line">
          {shown.map((column) => (
            <ColumnRow
              key={column.name}
              column={column}
              dataset={dataset}
              source={source}
              settings={settings.get(column.name)}
              mayDescribe={mayDescribe}
              ticked={ticked}
              onTick={onTick}
              mayOpen={mayOpen}
              mayReadAs={mayReadAs}
            />
          ))}
        </div>
        {shown.length === 0 && <p className="px-3.5 py-4 text-muted">No column is found by “{search}”.</p>}
      </div>
    </section>
  )
}

interface ColumnRowProps extends DatasetColumnsProps {
  readonly column: DatasetColumn
  readonly source: TableSource
  readonly settings: ColumnSettings | undefined
  readonly mayDescribe: boolean
  readonly ticked: TickedColumns
  readonly onTick: (ticked: TickedColumns) => void
}

function ColumnRow({
  column,
  dataset,
  source,
  settings,
  mayDescribe,
  ticked,
  onTick,
  mayOpen,
  mayReadAs,
}: ColumnRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const profileId = useId()
  const { locale } = usePageEnvironment()
  const { name, type, databaseType, sign } = column
  const { rowCount, tableName, versionId } = dataset
  const write = sampleWriter(column, locale)
  return (
    <div
      role="row"
      className={`${layout} min-h-10 items-center py-2 [contain-intrinsic-block-size:auto_40px] [content-visibility:auto]`}
    >
      <span role="cell" className="flex min-w-0 items-center">
        {ticked !== null && <ColumnTick name={name} ticked={ticked} onTick={onTick} />}
        {mayOpen ? (
          <ColumnOpener name={name} type={type} isOpen={isOpen} profileId={profileId} onChange={setIsOpen} />
        ) : (
          <ColumnName name={name} type={type} />
        )}
        <ColumnBadges settings={settings} isRestricted={isAmong(dataset.restricted, name)} />
      </span>
      <span
        role="cell"
        className="min-w-0 text-muted max-lg:col-start-1 max-lg:row-start-2 max-lg:pl-6 max-lg:text-small"
        title={column.databaseType}
      >
        <ColumnType column={column} dataset={dataset} mayReadAs={mayReadAs} />
      </span>
      <span role="cell" className="max-lg:col-start-2 max-lg:row-start-1 max-lg:text-right">
        {mayOpen && dataset.ownRows === undefined && <EmptyShare nullCount={column.nullCount} rowCount={rowCount} />}
      </span>
      <span
        role="cell"
        className="flex min-w-0 flex-wrap gap-1 max-lg:col-span-2 max-lg:row-start-3 max-lg:mt-1.5 max-lg:pl-6"
      >
        {column.sample.map((value) => (
          <span
            key={value}
            dir="auto"
            title={value}
            className={classNames(
              'max-w-44 truncate rounded-row bg-hover px-1.5 font-mono text-small leading-5',
              missingWord(value, type) !== null && 'text-muted italic',
            )}
          >
            {valueText(value, () => write(value), type)}
          </span>
        ))}
      </span>
      {settings !== undefined && settings.description !== '' && (
        <span
          role="cell"
          dir="auto"
          className="col-span-full max-w-[80ch] pt-1 pl-6 text-small whitespace-pre-line break-words text-muted"
        >
          {settings.description}
        </span>
      )}
      {isOpen && mayOpen && (
        <div role="cell" id={profileId} className="col-span-full mt-2 flex flex-col gap-4 pb-2 pl-6">
          {mayDescribe && <ColumnSettingsPart source={source} column={column} settings={settings} />}
          <ColumnProfileView
            key={versionId}
            column={{
              connectionId: localConnectionId,
              table: { schema: null, name: tableName },
              name,
              type,
              databaseType,
            }}
            sign={sign}
          />
        </div>
      )}
    </div>
  )
}

/** The type of a column and what a person said it is, and the way to say so. */
function ColumnType({ column, dataset, mayReadAs }: Pick<ColumnRowProps, 'column' | 'dataset' | 'mayReadAs'>) {
  const [isOpen, setIsOpen] = useState(false)
  const { name, type, sign } = column
  const isFree = readAsKindsOf(dataset, type).length > 0
  const chosen = isFree ? getReadAs(dataset.readAs, name) : undefined
  const label = `${fieldTypeLabel(type)}${sign === undefined ? '' : ` (${sign})`}`
  return (
    <>
      {mayReadAs && isFree ? (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${label}, read ${name} as…`}
          onClick={() => setIsOpen(true)}
          className="-ml-1.5 inline-flex max-w-full items-center gap-1 rounded-row px-1.5 py-0.5 text-left hover:bg-hover hover:text-text touch:-my-1 touch:py-2"
        >
          <span className="min-w-0 truncate">{label}</span>
          <ChevronDown aria-hidden className="size-3.5! shrink-0" />
        </button>
      ) : (
        label
      )}
      {chosen !== undefined && <span className="block text-small">Read as {readAsLabel(chosen)}</span>}
      {isOpen && <ReadAsDialog dataset={dataset} column={column} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Writes some of a column's values as tables show them. */
function sampleWriter({ sample, sign, ...column }: DatasetColumn, locale: string): (value: string) => string {
  if (sign === undefined) return (value) => value
  const read = (value: string) => (column.type === 'number' ? Number(value) : value)
  const { toText } = columnFormat({ ...column, nullable: true }, sample.map(read), sign, locale)
  return (value) => toText(read(value))
}

function EmptyShare({ nullCount, rowCount }: { readonly nullCount: number; readonly rowCount: number }) {
  const { locale } = usePageEnvironment()
  if (nullCount === 0) return <span className="text-muted">none</span>
  const share = nullCount / rowCount
  // Not "0 %" for one of a million, nor "100 %" for all but one.
  const shownShare = share < 0.001 ? 0.001 : share < 1 ? Math.min(share, 0.999) : 1
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(shownShare)
  return (
    <span
      className="tabular inline-flex items-center gap-2"
      title={`${wholeNumber(locale, nullCount)} of ${plural(locale, rowCount, 'row')}`}
    >
      <span aria-hidden className="h-1.5 w-10 overflow-hidden rounded-full bg-hover forced-color-adjust-none">
        <span className="block h-full rounded-full bg-warn" style={{ width: `${Math.max(4, share * 100)}%` }} />
      </span>
      {share < 0.001 && '< '}
      {percent}
      <span className="text-muted">{compactFormatter(locale, autoFormat)(nullCount)}</span>
    </span>
  )
}
