'use client'

import type { Chart } from '@tidemark/shared/charts/chart'
import { getRunTarget } from '@tidemark/shared/connections/connection-queries'
import { isAllowed } from '@tidemark/shared/access/rules'
import { isWithheld, type ResultData } from '@tidemark/shared/query/run-query'
import { AppLink, useLocation, useOpenedFrom } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { useAskNarrowed } from '@/features/charts/use-open-as-question'
import { useWorkspaceTime } from '@/features/charts/use-workspace-time'
import { valuesInAddress } from '@/features/parameters/parameter-address'
import { parametersOf, syntaxInView } from '@/features/parameters/query-parameters'
import { Button, buttonClass } from '@/ui/buttons/button'
import { filtersLeftOn, getOpenedTile } from './opened-from-tile'

interface FiltersNotAppliedProps {
  readonly chart: Chart
  /** The chart's answer; null until there is one. */
  readonly data: ResultData | null
}

/** Tells who came from a filtered tile that the chart's own page is of all rows, and offers the question that is not. */
export function FiltersNotApplied({ chart, data }: FiltersNotAppliedProps) {
  const from = useOpenedFrom()
  const { locale, now } = usePageEnvironment()
  const time = useWorkspaceTime()
  const actor = useActor()
  const ask = useAskNarrowed()
  const { query: address } = useLocation()
  // Its clock ticks; filters know days.
  const day = Math.floor(now / 86_400_000) * 86_400_000
  const left = useView(
    (view) => {
      const opened = getOpenedTile(view, chart.id, { from, userId: actor.userId })
      if (opened === null) return null
      return { href: opened.href, ...filtersLeftOn(view, opened, { ...time, locale, now: day, actor }) }
    },
    [chart.id, from, locale, day, actor, time.timeZone, time.weekStart],
  )
  const { query, visual, name, folderId } = chart
  const parameters = useView((view) => parametersOf(query, syntaxInView(view, query.connectionId)), [query])
  const target = useView((view) => getRunTarget(view, query.connectionId), [query.connectionId])
  if (left === null || left.words.length === 0) return null
  const mayAsk = isAllowed(actor, { do: 'run', target, level: query.kind }) && !isWithheld(query)
  return (
    <div
      role="note"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-4 py-1.5 max-md:px-3 print:hidden"
    >
      <p className="min-w-0 flex-1 basis-64 text-small break-words text-muted">
        Dashboard filters are not applied: <span className="font-medium text-text">{left.words.join(', ')}</span>
      </p>
      <span className="flex shrink-0 items-center gap-1">
        {mayAsk && data !== null && (
          <Button
            size="sm"
            onClick={() =>
              ask({
                name,
                query,
                visual,
                folderId,
                parameters,
                conditions: left.conditions,
                values: valuesInAddress(address, parameters),
                fields: data.fields,
              })
            }
          >
            Open filtered as a question
          </Button>
        )}
        <AppLink href={left.href} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          Back to the dashboard
        </AppLink>
      </span>
    </div>
  )
}
