import { plural } from '@tidemark/shared/charts/plot/numbers/format-number'
import type { ChartUser } from '@tidemark/shared/tables/table-users'

/** Counts charts and the dashboards that show them, such as “3 charts on 2 dashboards”. */
export function chartUsersText(users: readonly ChartUser[], locale: string): string {
  const dashboards = new Set(users.flatMap(({ dashboards: on }) => on.map(({ id }) => id)))
  const charts = plural(locale, users.length, 'chart')
  return dashboards.size === 0 ? charts : `${charts} on ${plural(locale, dashboards.size, 'dashboard')}`
}
