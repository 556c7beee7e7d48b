'use client'

import { Database } from 'lucide-react'
import { isAllowed } from '@tidemark/shared/access/rules'
import { emptyQuestion } from '@tidemark/shared/builder/question'
import type { Chart } from '@tidemark/shared/charts/chart'
import { listConnections } from '@tidemark/shared/connections/connection-queries'
import { localConnectionId, type Query } from '@tidemark/shared/query/run-query'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { reportProblem } from '@/features/messages/report-problem'
import { Chip } from '@/ui/buttons/chip'
import { Select } from '@/ui/fields/select'

function justDo(onChange: () => void): void {
  onChange()
}

interface ConnectionPickerProps {
  readonly chart: Chart
  readonly className?: string
  /** Asks first where the change breaks something. */
  readonly guard?: ((onChange: () => void) => void) | undefined
}

/**
 * Chooses the data that the chart queries: the workspace's own, or a database that its editor may query in this way.
 */
export function ConnectionPicker({ chart, className, guard = justDo }: ConnectionPickerProps) {
  const mutate = useMutate()
  const askOther = (connectionId: string): Promise<void> => {
    const { id, name, query } = chart
    const step = { label: `Ask other data with ${name}` }
    return query.kind === 'sql'
      ? mutate('updateSqlQuery', { id, connectionId }, step)
      : // A question's tables do not exist in the other connection.
        mutate('updateChart', { id, query: { ...query, connectionId, question: emptyQuestion } }, step)
  }
  return (
    <DataChoice
      query={chart.query}
      className={className}
      onChange={(next) => guard(() => void askOther(next).catch(reportProblem))}
    />
  )
}

interface DataChoiceProps {
  readonly query: Pick<Query, 'kind' | 'connectionId'>
  readonly onChange: (connectionId: string) => void
  readonly className?: string | undefined
}

/** The data that there is to ask in the way of a query. */
export function DataChoice({ query, onChange, className = 'w-48 max-sm:w-36' }: DataChoiceProps) {
  const connections = useView(listConnections, [])
  const actor = useActor()
  const { connectionId } = query
  const options = [
    { value: localConnectionId, label: 'Workspace data' },
    ...connections
      .filter(
        (connection) =>
          connection.id === connectionId || isAllowed(actor, { do: 'run', target: connection, level: query.kind }),
      )
      .map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const isKnown = options.some(({ value }) => value === connectionId)
  if (options.length === 1 && isKnown) {
    return (
      <Chip icon={Database} className="max-sm:hidden">
        <strong className="font-semibold">Workspace data</strong> DuckDB
      </Chip>
    )
  }
  return (
    <Select
      label="Data source"
      hideLabel
      icon={Database}
      value={connectionId}
      options={isKnown ? options : [...options, { value: connectionId, label: 'A deleted connection', disabled: true }]}
      onChange={onChange}
      className={className}
    />
  )
}
