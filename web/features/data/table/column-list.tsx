'use client'

import { Search } from 'lucide-react'
import { useState } from 'react'
import type { ColumnSettings } from '@tidemark/shared/tables/table-settings'
import type { TableSource } from '@tidemark/shared/tables/table-source'
import { TextField } from '@/ui/fields/text-field'
import { isColumnFound } from './column-about'
import { HideColumns, type TickedColumns } from './hide-columns'
import { useColumnSettings, useMayDescribe } from './use-table-settings'

/** The number of columns above which a list of them has a search field. */
const manyColumns = 20

/** The state of a list of columns. shown: those that the search leaves. */
interface ColumnList<Column> {
  readonly settings: ReadonlyMap<string, ColumnSettings>
  readonly mayDescribe: boolean
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly ticked: TickedColumns
  readonly onTick: (ticked: TickedColumns) => void
  readonly shown: readonly Column[]
}

export function useColumnList<Column extends { readonly name: string }>(
  source: TableSource,
  columns: readonly Column[],
): ColumnList<Column> {
  const settings = useColumnSettings(source)
  const mayDescribe = useMayDescribe(source)
  const [search, onSearch] = useState('')
  const [ticked, onTick] = useState<TickedColumns>(null)
  const shown = columns.filter(({ name }) => isColumnFound(name, settings.get(name), search))
  return { settings, mayDescribe, search, onSearch, ticked, onTick, shown }
}

interface ColumnListHeadProps {
  readonly heading: 'h2' | 'h4'
  readonly source: TableSource
  readonly columnCount: number
  readonly list: ColumnList<{ readonly name: string }>
}

/** The line above a list of columns: its heading, the way to hide several, and the search of a long list. */
export function ColumnListHead({ heading: Heading, source, columnCount, list }: ColumnListHeadProps) {
  const { settings, mayDescribe, search, onSearch, ticked, onTick, shown } = list
  return (
    <div className="mb-2 flex min-h-[30px] flex-wrap items-center gap-3">
      <Heading className="mr-auto text-tile">Columns</Heading>
      {mayDescribe && (
        <HideColumns
          source={source}
          settings={settings}
          shown={shown.map(({ name }) => name)}
          ticked={ticked}
          onTick={onTick}
        />
      )}
      {columnCount > manyColumns && (
        <TextField
          label="Search columns"
          hideLabel
          icon={Search}
          type="search"
          placeholder="Search columns"
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
          className="w-60"
        />
      )}
    </div>
  )
}
