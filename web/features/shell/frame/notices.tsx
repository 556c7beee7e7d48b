'use client'

import { RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { useIsUpdateReady } from '@/client/page/app-update'
import { useOfflineStart } from '@/client/offline/offline-start'
import { useLeaveFields } from '@/client/page/use-leave-fields'
import { listOverwrittenTexts } from '@tidemark/shared/sync/overwritten-text'
import { useTeamSession } from '@/client/page/page-environment'
import { useLocalStorageState, useSyncStatus } from '@/client/workspace/use-sync-status'
import { useView } from '@/client/workspace/use-view'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { IconButton } from '@/ui/buttons/icon-button'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import { useReload } from './use-reload'

const overwrittenNotices = lazyPart(() => import('./overwritten-notices'))
const noLongerMember = lazyPart(() => import('@/features/members/no-longer-member'))
const sessionEnded = lazyPart(() => import('@/features/accounts/session-ended'))

/** Notices about this browser and this build, over the bottom of the page. */
export function Notices() {
  useOfflineStart()
  useLeaveFields()
  const isUpdateReady = useIsUpdateReady()
  const storage = useLocalStorageState()
  const reload = useReload()
  const [isStorageSeen, setStorageSeen] = useState(false)
  const isStorageShown = storage === 'memory' && !isStorageSeen
  const { kind } = useSyncStatus()
  const SessionEnded = useLazyPart(sessionEnded, kind === 'signed-out')
  const NoLongerMember = useLazyPart(noLongerMember, kind === 'removed')
  // Only somebody else can replace a text.
  const isTeam = useTeamSession() !== null
  const isOverwritten = useView(listOverwrittenTexts, []).length > 0 && isTeam
  const OverwrittenNotices = useLazyPart(overwrittenNotices, isOverwritten)
  const hasOwnParts = [SessionEnded, NoLongerMember, isOverwritten ? OverwrittenNotices : null].some((part) => part)
  if (!isUpdateReady && !isStorageShown && !hasOwnParts) return null
  return (
    <aside
      aria-label="Notices"
      className="pointer-events-none fixed inset-x-3 bottom-3 z-40 flex flex-col items-center gap-2 *:pointer-events-auto *:w-full *:max-w-lg *:shadow-pop print:hidden"
    >
      {isOverwritten && OverwrittenNotices && <OverwrittenNotices />}
      {SessionEnded && <SessionEnded />}
      {NoLongerMember && <NoLongerMember />}
      {isStorageShown && (
        <Callout
          tone="warn"
          title="This browser does not let Tidemark store data"
          action={<IconButton icon={X} label="Close this notice" onClick={() => setStorageSeen(true)} />}
        >
          Changes are sent to the server as you make them; what it has not received is gone when this tab closes. Allow
          site data for this address, or leave the private window.
        </Callout>
      )}
      {isUpdateReady && (
        <Callout
          tone="info"
          title="A new version is ready"
          action={
            <Button size="sm" icon={RotateCw} onClick={reload}>
              Reload
            </Button>
          }
        >
          You can go on with this one as long as you like.
        </Callout>
      )}
    </aside>
  )
}
