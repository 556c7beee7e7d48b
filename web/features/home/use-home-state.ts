import { use, useState } from 'react'
import { visitsAt } from '@/client/page/last-visit'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useSelector } from '@/client/page/use-selector'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { InitialPreferencesContext } from '../preferences/shell-preferences-context'
import { saveStepsDismissed } from '../preferences/shell-preferences'
import { shellState$ } from '../preferences/shell-state'
import { listChanges, type Change } from './list-changes'

/** Returns the changes since the person's last visit with this browser, the latest first; none in the first visit. */
export function useChangesSinceVisit(): readonly Change[] {
  const { userId } = useActor()
  const { visits } = use(InitialPreferencesContext)
  const noted = useSelector(() => shellState$.visit.get())
  const { now } = usePageEnvironment()
  // As the shell will note it, so that the page comes from the server with what it then shows.
  const [initial] = useState(() =>
    visits === null ? null : visitsAt(visits, typeof window === 'undefined' ? now : performance.timeOrigin),
  )
  const { since, startedAt } = noted ?? initial ?? { since: null, startedAt: 0 }
  return useView(
    (view) => (since === null ? [] : listChanges(view, { userId, since, startedAt })),
    [userId, since, startedAt],
  )
}

export function useStepsDismissed(): readonly [isDismissed: boolean, dismiss: () => void] {
  const { databaseName } = usePageEnvironment()
  const { areStepsDismissed } = use(InitialPreferencesContext)
  const isDismissedHere = useSelector(() => shellState$.areStepsDismissed.get())
  const dismiss = () => {
    shellState$.areStepsDismissed.set(true)
    saveStepsDismissed(databaseName)
  }
  return [areStepsDismissed || isDismissedHere, dismiss]
}
