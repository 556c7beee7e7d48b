'use client'

import { isUnderRule } from '@tidemark/shared/access/row-rules'
import type { RowRule } from '@tidemark/shared/builder/row-rules/row-rule'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { listTiles } from '@tidemark/shared/dashboards/dashboard-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type { PublicLinkTarget } from '@tidemark/shared/public-links/public-link'
import { ownRowsOfPerson } from '@tidemark/shared/row-rules/rule-words'
import { rulesBehind } from '@tidemark/shared/row-rules/rules-for'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Callout } from '@/ui/callout'

/** Says which rows a link of the reader shows, where rules decide that: they hold for every link, whoever makes it. */
export function LinkRows({ target }: { readonly target: PublicLinkTarget }) {
  const { kind, id } = target
  const actor = useActor()
  const rules = useView((view) => rulesOf(view, { kind, id }), [kind, id])
  if (rules.length === 0) return null
  const { attributes } = actor
  const shown = rules.map((rule) =>
    ownRowsOfPerson({ kind: 'publicLink', role: 'viewer', ...(attributes && { attributes }) }, rule),
  )
  const texts = [...new Set(shown.map(({ text }) => text))]
  return (
    <Callout
      tone={shown.some((rows) => rows.kind === 'none') ? 'warn' : 'info'}
      title="A rule decides which rows this link shows"
    >
      By your attributes it shows {texts.join('; ')}.
      {rules.some((rule) => !isUnderRule(actor, rule)) && ' You yourself see all of them.'}
    </Callout>
  )
}

/** Says that the people of a subscription get the reader's rows, where a rule lets them see fewer. */
export function SentRows({ target }: { readonly target: PublicLinkTarget }) {
  const { kind, id } = target
  const actor = useActor()
  const rules = useView((view) => rulesOf(view, { kind, id }), [kind, id])
  if (rules.length === 0) return null
  return (
    <Callout
      tone={rules.some((rule) => !isUnderRule(actor, rule)) ? 'warn' : 'info'}
      title="They get your rows, also of data where a rule lets them see fewer."
    />
  )
}

function rulesOf(view: EntryView, { kind, id }: PublicLinkTarget): readonly RowRule[] {
  const chartIds =
    kind === 'chart'
      ? [chartIdSchema.parse(id)]
      : listTiles(view, dashboardIdSchema.parse(id)).flatMap(({ content }) =>
          content.kind === 'chart' ? [content.chartId] : [],
        )
  return [...new Set(chartIds)].flatMap((chartId) => {
    const query = getChart(view, chartId)?.query
    return query?.kind === 'builder' ? rulesBehind(view, query) : []
  })
}
