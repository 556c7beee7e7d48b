'use client'

import { Boxes } from 'lucide-react'
import type { Chart } from '@tidemark/shared/charts/chart'
import { listCharts } from '@tidemark/shared/charts/chart-queries'
import { findConnection } from '@tidemark/shared/connections/connection-queries'
import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import { usersOfModel } from '@tidemark/shared/tables/model-users'
import { AppLink } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'

/** The models of the workspace: questions that others are asked of. Nothing as long as there is none. */
export function ModelsSection() {
  const models = useView(
    (view) =>
      listCharts(view)
        .filter(({ isModel }) => isModel === true)
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    [],
  )
  if (models.length === 0) return null
  return (
    <section aria-label="Models" className="pb-6">
      <h2 className="mb-2 flex min-h-[30px] items-center text-tile">Models</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-tile border border-line bg-surface shadow-tile">
        {models.map((chart) => (
          <ModelRow key={chart.id} chart={chart} />
        ))}
      </ul>
    </section>
  )
}

function ModelRow({ chart }: { readonly chart: Chart }) {
  const { locale } = usePageEnvironment()
  const { id, name, description, query } = chart
  const count = useView((view) => usersOfModel(view, id).length, [id])
  const connection = useView((view) => findConnection(view, query.connectionId)?.name, [query.connectionId])
  const about = [connection, description].filter((text) => text !== undefined && text !== '').join(' · ')
  return (
    <li className="relative flex min-h-12 items-center gap-3 px-3.5 py-2 transition-colors hover:bg-hover">
      <Boxes aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <AppLink
          href={`/charts/${id}`}
          className="block truncate font-medium -outline-offset-2! after:absolute after:inset-0 after:rounded-row"
        >
          {name}
        </AppLink>
        {about !== '' && (
          <span dir="auto" className="block truncate text-small text-muted">
            {about}
          </span>
        )}
      </span>
      <span className="tabular shrink-0 text-small text-muted">
        {count === 0 ? 'Not asked yet' : plural(locale, count, 'chart')}
      </span>
    </li>
  )
}
