'use client'

import { use, useState } from 'react'
import type { Filter } from '@tidemark/shared/filters/filter'
import { mostFilterValues } from '@tidemark/shared/filters/filter-value'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { ChoiceList } from './choice-list'
import { sourcesOfFilter, typeOfFilter } from './filter-sources'
import { SeenAnswers } from './seen-answers'
import { DashboardFiltersContext } from './use-dashboard-filters'
import { longestSearch, useFilterChoices } from './use-filter-choices'

interface CategoryInputProps {
  readonly label: string
  readonly of: Pick<Filter, 'column' | 'scope'>
  readonly values: readonly (string | null)[]
  readonly onChange: (values: readonly (string | null)[]) => void
}

/** Several values of a dashboard's filter, among those that its charts have. */
export function CategoryInput({ label, of, values, onChange }: CategoryInputProps) {
  const [search, setSearch] = useState('')
  const dashboard = use(DashboardFiltersContext)
  const actor = useActor()
  // As the list opens: it does not start anew because another chart came into sight.
  const [seen] = useState(() => dashboard?.seen.snapshot() ?? new SeenAnswers())
  const tiles = dashboard?.tiles
  const sources = useView((view) => sourcesOfFilter(view, actor, of, tiles ?? [], seen), [actor, of, tiles, seen])
  const type = useView((view) => typeOfFilter(view, of, tiles ?? [], seen), [of, tiles, seen])
  return (
    <ChoiceList
      label={label}
      offered={useFilterChoices(sources, of.column, search.trim(), type)}
      search={search}
      values={values}
      most={mostFilterValues}
      maxLength={longestSearch}
      onSearch={setSearch}
      onChange={onChange}
    />
  )
}
