'use client'

import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { Metric } from '@tidemark/shared/metrics/metric'
import type { ChartUser } from '@tidemark/shared/tables/table-users'
import { ChartUserItem } from '../content/chart-user-item'
import { chartUsersText } from '../content/chart-users-text'
import { MetricUserItem } from '../content/metric-user-item'

/** The users of a metric or segment. */
export interface DefinitionUsers {
  readonly charts: readonly ChartUser[]
  readonly metrics: readonly Metric[]
}

/** Counts them, such as “2 metrics and 3 charts on 2 dashboards”. */
export function usersText({ charts, metrics }: DefinitionUsers, locale: string): string {
  return [
    ...(metrics.length === 0 ? [] : [plural(locale, metrics.length, 'metric')]),
    ...(charts.length === 0 ? [] : [chartUsersText(charts, locale)]),
  ].join(' and ')
}

/** Lines of a list. */
export function UserItems({ users: { charts, metrics } }: { readonly users: DefinitionUsers }) {
  return (
    <>
      {metrics.map((metric) => (
        <MetricUserItem key={metric.id} metric={metric} />
      ))}
      {charts.map((user) => (
        <ChartUserItem key={user.chart.id} user={user} />
      ))}
    </>
  )
}

/** noUser: the sentence where nothing uses it. */
export function UsedBySection({ users, noUser }: { readonly users: DefinitionUsers; readonly noUser: string }) {
  return (
    <section aria-label="Used by">
      <h2 className="mb-2 text-tile">Used by</h2>
      <div className="rounded-tile border border-line bg-surface shadow-tile">
        {users.charts.length + users.metrics.length === 0 ? (
          <p className="px-3.5 py-3 text-muted">{noUser}</p>
        ) : (
          <ul className="divide-y divide-line">
            <UserItems users={users} />
          </ul>
        )}
      </div>
    </section>
  )
}
