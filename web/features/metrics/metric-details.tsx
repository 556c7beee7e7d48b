'use client'

import { useState, type KeyboardEvent } from 'react'
import { grainsFor } from '@tidemark/shared/builder/check-question'
import { timeGrains, type TimeGrain } from '@tidemark/shared/builder/question'
import { isSameTable } from '@tidemark/shared/builder/same-table'
import { columnOf } from '@tidemark/shared/builder/suggest-join'
import { isTemporalType } from '@tidemark/shared/query/field'
import type { Metric } from '@tidemark/shared/metrics/metric'
import type { MutationArgs } from '@tidemark/shared/sync/mutators'
import { useMutate } from '@/client/workspace/use-mutate'
import { Chip } from '@/ui/buttons/chip'
import { Select } from '@/ui/fields/select'
import { TextField } from '@/ui/fields/text-field'
import { FormatFields } from '../charts/format-fields'
import { LiveField } from '../charts/live-field'
import { useBuilderTables } from '../data/use-builder-tables'
import { OwnerField } from '../members/owner-field'
import { reportProblem } from '../messages/report-problem'

interface MetricDetailsProps {
  readonly metric: Metric
  readonly mayEdit: boolean
}

const goodDirections = [
  { value: 'up', label: 'Higher is better' },
  { value: 'down', label: 'Lower is better' },
  { value: 'none', label: 'Neither' },
] as const

/** The fields of a metric besides its definition. */
export function MetricDetails({ metric, mayEdit }: MetricDetailsProps) {
  const mutate = useMutate()
  const change = (changes: Omit<MutationArgs<'updateMetric'>, 'id'>, label: string, actionId?: string) => {
    mutate('updateMetric', { id: metric.id, ...changes }, { label, ...(actionId && { actionId }) }).catch(reportProblem)
  }
  return (
    <section aria-label="Details" className="min-w-0">
      <h2 className="mb-2 flex min-h-[30px] items-center text-tile">Details</h2>
      {/* Whoever may not change it reads the same fields. */}
      <fieldset disabled={!mayEdit} className="flex min-w-0 flex-col gap-4">
        <LiveField
          label="Description"
          value={metric.description}
          maxLength={2000}
          placeholder="What it counts, and what it leaves out"
          onChange={(description, actionId) => change({ description }, 'Describe metric', actionId)}
        />
        <TimeFields metric={metric} onChange={(time) => change({ time }, 'Change the time of a metric')} />
        <Select
          label="Good direction"
          value={metric.goodDirection ?? 'none'}
          options={goodDirections}
          onChange={(next) => change({ goodDirection: next === 'none' ? null : next }, 'Change good direction')}
        />
        <FormatFields
          format={metric.format}
          onChange={(format, label, actionId) => change({ format }, label, actionId)}
        />
        <Synonyms
          synonyms={metric.synonyms}
          onAdd={(word) => change({ addSynonyms: [word] }, `Add synonym ${word}`)}
          onRemove={(word) => change({ removeSynonyms: [word] }, `Remove synonym ${word}`)}
        />
        <OwnerField
          ownerId={metric.ownerId}
          onChange={(ownerId) => change({ ownerId }, 'Change who answers for a metric')}
        />
      </fieldset>
    </section>
  )
}

interface TimeFieldsProps {
  readonly metric: Metric
  readonly onChange: (time: Metric['time']) => void
}

/** The column by which it is followed over time, and the grain that is proposed. */
function TimeFields({ metric: { time, query }, onChange }: TimeFieldsProps) {
  const { tables } = useBuilderTables(query.connectionId)
  const { source } = query.question
  const table = source === null ? undefined : tables.find((one) => isSameTable(one.table, source))
  const columns = (table?.columns ?? []).filter(({ type }) => isTemporalType(type))
  const isKnown = time === null || columns.some(({ name }) => name === time.column.name)
  const grains = time === null ? [] : timeGrains.filter((grain) => grainsFor(time.column.type).includes(grain))
  return (
    <>
      <Select
        label="Time column"
        value={time?.column.name ?? ''}
        options={[
          { value: '', label: 'None' },
          ...columns.map(({ name, label }) => ({ value: name, label: label ?? name })),
          ...(isKnown || time === null ? [] : [{ value: time.column.name, label: `${time.column.name} (gone)` }]),
        ]}
        onChange={(name) => {
          const column = columns.find((one) => one.name === name)
          onChange(column === undefined ? null : { column: columnOf(null, column), grain: time?.grain ?? 'month' })
        }}
      />
      {time !== null && (
        <Select<TimeGrain>
          label="Grain"
          value={time.grain}
          options={grains.map((grain) => ({ value: grain, label: `By ${grain}` }))}
          onChange={(grain) => onChange({ ...time, grain })}
        />
      )}
    </>
  )
}

interface SynonymsProps {
  readonly synonyms: readonly string[]
  readonly onAdd: (word: string) => void
  readonly onRemove: (word: string) => void
}

function Synonyms({ synonyms, onAdd, onRemove }: SynonymsProps) {
  const [typed, setTyped] = useState('')
  const add = () => {
    const word = typed.trim()
    setTyped('')
    if (word !== '' && !synonyms.includes(word)) onAdd(word)
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        label="Synonyms"
        value={typed}
        maxLength={60}
        placeholder={synonyms.length >= 20 ? 'There are 20' : 'Another word for it, then Enter'}
        disabled={synonyms.length >= 20}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={addOnEnter}
        onBlur={add}
      />
      {synonyms.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {synonyms.map((word) => (
            <Chip key={word} onRemove={() => onRemove(word)} removeLabel={`Remove the synonym ${word}`}>
              {word}
            </Chip>
          ))}
        </div>
      )}
    </div>
  )
}
