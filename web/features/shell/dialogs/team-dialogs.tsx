'use client'

import { useTeamSession } from '@/client/page/page-environment'
import { useSelector } from '@/client/page/use-selector'
import { useState } from 'react'
import { lazyPart, useLazyPart } from '@/ui/lazy-part'
import { useSessionOfOtherTabs } from '@/features/accounts/sign-out/use-session-of-other-tabs'
import { shellState$ } from '@/features/preferences/shell-state'

const createWorkspaceDialog = lazyPart(() => import('@/features/members/create-workspace-dialog'))
const publicLinksDialog = lazyPart(() => import('@/features/public-links/public-links-dialog'))
const newSubscriptionDialog = lazyPart(() => import('@/features/subscriptions/new-subscription-dialog'))
const downloadDialog = lazyPart(() => import('@/features/exports/download-dialog'))
const seeAsDialog = lazyPart(() => import('@/features/access/see-as-dialog'))
const newAlertDialog = lazyPart(() => import('@/features/alerts/new-alert-dialog'))
const signOutDialog = lazyPart(() => import('@/features/accounts/sign-out/sign-out-dialog'))

/** The dialogs that the workspace menu and the palette open. */
export function TeamDialogs() {
  useSessionOfOtherTabs()
  const isCreating = useSelector(() => shellState$.isCreatingWorkspace.get())
  const isSigningOut = useSelector(() => shellState$.isSigningOut.get())
  // Once used, they stay mounted so that closing hands the focus back.
  const [used, setUsed] = useState({ creating: false, signingOut: false })
  if ((isCreating && !used.creating) || (isSigningOut && !used.signingOut)) {
    setUsed({ creating: used.creating || isCreating, signingOut: used.signingOut || isSigningOut })
  }
  const CreateWorkspace = useLazyPart(createWorkspaceDialog, used.creating)
  const SignOut = useLazyPart(signOutDialog, used.signingOut)
  const team = useTeamSession()
  const linksOf = useSelector(() => shellState$.publicLinksOf.get())
  const PublicLinks = useLazyPart(publicLinksDialog, linksOf !== null)
  const subscribingTo = useSelector(() => shellState$.subscribingTo.get())
  const NewSubscription = useLazyPart(newSubscriptionDialog, subscribingTo !== null)
  const downloading = useSelector(() => shellState$.downloading.get())
  const Download = useLazyPart(downloadDialog, downloading !== null)
  const seenAs = useSelector(() => shellState$.seenAs.get())
  const SeeAs = useLazyPart(seeAsDialog, seenAs !== null)
  const alertOn = useSelector(() => shellState$.alertOn.get())
  const NewAlert = useLazyPart(newAlertDialog, alertOn !== null)
  return (
    <>
      {CreateWorkspace && (
        <CreateWorkspace open={isCreating} onOpenChange={(open) => shellState$.isCreatingWorkspace.set(open)} />
      )}
      {PublicLinks && linksOf !== null && team !== null && (
        <PublicLinks
          key={linksOf.id}
          target={linksOf}
          team={team}
          onClose={() => shellState$.publicLinksOf.set(null)}
        />
      )}
      {NewSubscription && subscribingTo !== null && (
        <NewSubscription
          key={subscribingTo.id}
          target={subscribingTo}
          onClose={() => shellState$.subscribingTo.set(null)}
        />
      )}
      {Download && downloading !== null && (
        <Download target={downloading} onClose={() => shellState$.downloading.set(null)} />
      )}
      {SeeAs && seenAs !== null && (
        <SeeAs key={seenAs.id} target={seenAs} onClose={() => shellState$.seenAs.set(null)} />
      )}
      {NewAlert && alertOn !== null && (
        <NewAlert key={alertOn.id} target={alertOn} onClose={() => shellState$.alertOn.set(null)} />
      )}
      {SignOut && <SignOut open={isSigningOut} onOpenChange={(open) => shellState$.isSigningOut.set(open)} />}
    </>
  )
}
