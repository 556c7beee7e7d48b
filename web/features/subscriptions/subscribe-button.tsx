'use client'

import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import type { SubscriptionChoice } from '@tidemark/shared/subscriptions/subscription'
import { usePageEnvironment, useTeamSession } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { lazyComponent } from '@/ui/lazy-part'
import type { SubscriptionDraft } from './subscription-form'

const SubscriptionDialog = lazyComponent(() => import('./subscription-dialog'))

interface SubscribeButtonProps {
  readonly target: SubscriptionChoice['target']
  readonly name: string
  /** The part of the page’s address with the values that are set. */
  readonly search: string
}

/** The button that sends what is shown on a schedule, for editors. */
export function SubscribeButton({ target, name, search }: SubscribeButtonProps) {
  const [draft, setDraft] = useState<SubscriptionDraft | null>(null)
  const { role } = useActor()
  const team = useTeamSession()
  const { locale } = usePageEnvironment()
  const timeZone = useView(getWorkspace, [])?.timeZone ?? 'UTC'
  if (!roleAtLeast(role, 'editor')) return null
  const open = () =>
    setDraft({
      ...{ id: null, name },
      choice: {
        ...{ target, search, locale, addresses: [], webhookId: null },
        schedule: { pattern: '0 8 * * 1-5', timeZone },
        people: team === null ? [] : [team.person.id],
        onlyIf: 'always',
        files: ['pdf'],
      },
    })
  return (
    <>
      <Button size="sm" icon={CalendarClock} onClick={open}>
        Send on a schedule…
      </Button>
      {draft !== null && <SubscriptionDialog draft={draft} onClose={() => setDraft(null)} />}
    </>
  )
}
