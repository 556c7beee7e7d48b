'use client'

import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { useTeamSession } from '@/client/page/page-environment'
import { useSyncStatus } from '@/client/workspace/use-sync-status'
import { useSyncClient } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { Dialog } from '@/ui/popups/dialog'
import { fetchSession } from './accounts-api'
import { SignInAgain } from './sign-in'

/** The notice that the session has ended; its person can sign in again without leaving the page. */
export default function SessionEnded() {
  const team = useTeamSession()
  const status = useSyncStatus()
  const pending = status.kind === 'signed-out' ? status.pending : 0
  const client = useSyncClient()
  const [isAsking, setAsking] = useState(false)
  if (team === null) return null
  const goOn = async () => {
    setAsking(false)
    const session = await fetchSession()
    // If somebody else signed in, this page with its changes must close.
    if (session.ok && session.value.person.id !== team.person.id) {
      await client.leave()
      window.location.replace('/')
    } else status.syncNow()
  }
  return (
    <>
      <Callout
        tone="warn"
        title="Your session has ended"
        action={
          <Button size="sm" variant="primary" icon={LogIn} onClick={() => setAsking(true)}>
            Sign in again
          </Button>
        }
      >
        {pending === 0
          ? 'You can go on working; changes wait here until you have signed in.'
          : `You can go on working. ${waiting(pending)} here until you have signed in.`}
      </Callout>
      <Dialog open={isAsking} onOpenChange={setAsking} isAllowed title="Sign in again" width={380}>
        <SignInAgain email={team.person.email} onSignedIn={() => void goOn()} />
      </Dialog>
    </>
  )
}

function waiting(count: number): string {
  return count === 1 ? 'One change waits' : `${count} changes wait`
}
