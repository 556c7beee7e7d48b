'use client'

import { X } from 'lucide-react'
import { chartSchema } from '@tidemark/shared/charts/chart'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import { tileSchema } from '@tidemark/shared/dashboards/dashboard'
import { getFromView, type EntryView } from '@tidemark/shared/entries/entry-tx'
import { historyEndpoint, type HistoryKind } from '@tidemark/shared/history/history-page'
import { isWithheld } from '@tidemark/shared/query/run-query'
import { entryTextOf } from '@tidemark/shared/history/entry-text'
import { listOverwrittenTexts, type OverwrittenText } from '@tidemark/shared/sync/overwritten-text'
import { callApi, failureText } from '@/client/page/api-request'
import { navigate } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { IconButton } from '@/ui/buttons/icon-button'
import { TimeAgo } from '@/ui/text/time-ago'
import { toast } from '@/ui/popups/toaster'
import { askForHistory } from '@/features/content/asked-history'
import { nameOfMember, useMemberNames } from '@/features/members/use-member-names'
import { reportProblem } from '@/features/messages/report-problem'

/** How many notices are shown at once; the others follow as these are dismissed. */
const maxShown = 2

/** Notices to a person whose texts others have replaced unseen, until each is dismissed. */
export default function OverwrittenNotices() {
  const texts = useView(listOverwrittenTexts, [])
  return texts.slice(0, maxShown).map((text) => <OverwrittenNotice key={text.key} overwritten={text} />)
}

function OverwrittenNotice({ overwritten }: { readonly overwritten: OverwrittenText }) {
  const { key, by, at } = overwritten
  const { userId } = useActor()
  const { now, locale } = usePageEnvironment()
  const namesById = useMemberNames()
  const place = useView((view) => placeOf(view, key), [key])
  const mutate = useMutate()
  const dismiss = () => mutate('dismissOverwrittenText', { key }, { label: 'Dismiss a notice' }).catch(reportProblem)
  const compare = () => {
    navigate(`/${place.kind}s/${place.id}`)
    askForHistory(place.kind, place.id)
  }
  return (
    <Callout
      tone="warn"
      title={`${nameOfMember(by, userId, namesById)} replaced your text ${place.words}`}
      action={<IconButton icon={X} label="Close this notice" onClick={() => void dismiss()} />}
    >
      <p>
        Yours is kept in the history (<TimeAgo at={at} now={now} locale={locale} />
        ).
      </p>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <Button size="sm" onClick={compare}>
          Show history
        </Button>
        <Button size="sm" variant="ghost" onClick={() => void copyMine(place, overwritten).catch(reportProblem)}>
          Copy mine
        </Button>
      </div>
    </Callout>
  )
}

interface Place {
  readonly kind: HistoryKind
  readonly id: string
  readonly words: string
}

function placeOf(view: EntryView, key: string): Place {
  const tile = getFromView(view, tileSchema, key)
  if (tile !== undefined) {
    const id = tile.dashboardId
    return { kind: 'dashboard', id, words: `on “${getDashboard(view, id)?.name ?? 'a dashboard'}”` }
  }
  const chart = getFromView(view, chartSchema, key)
  return { kind: 'chart', id: key.slice(key.indexOf('/') + 1), words: `of “${chart?.name ?? 'a chart'}”` }
}

async function copyMine({ kind, id }: Place, { key, version }: OverwrittenText): Promise<void> {
  const answer = await callApi(historyEndpoint, { params: { kind, id }, query: { before: version + 1 } })
  if (!answer.ok) {
    toast('Your text was not copied', { tone: 'bad', description: failureText(answer.error) })
    return
  }
  const revision = answer.value.revisions.find((one) => one.key === key && one.version === version)
  if (isWithheld(revision?.value?.['query'])) {
    toast('You may no longer see this chart’s SQL', { tone: 'bad' })
    return
  }
  const text = entryTextOf(key, revision?.value ?? undefined)
  if (text === undefined) {
    toast('Your text is not in the history any more', { tone: 'bad' })
    return
  }
  await navigator.clipboard.writeText(text)
  toast('Your text is on the clipboard')
}
