'use client'

import { useTeamSession } from '@/client/page/page-environment'
import { useSelector } from '@/client/page/use-selector'
import { useState } from 'react'
import { lazyPart, useLazyPart, type LazyPart } from '@/ui/lazy-part'
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
      <DialogOf target$={shellState$.subscribingTo} part={newSubscriptionDialog} />
      <DialogOf target$={shellState$.downloading} part={downloadDialog} />
      <DialogOf target$={shellState$.seenAs} part={seeAsDialog} />
      <DialogOf target$={shellState$.alertOn} part={newAlertDialog} />
      {SignOut && <SignOut open={isSigningOut} onOpenChange={(open) => shellState$.isSigningOut.set(open)} />}
    </>
  )
}

interface DialogOfProps<Target extends { readonly id: string }> {
  readonly target$: { readonly get: () => Target | null; readonly set: (target: null) => void }
  readonly part: LazyPart<{ readonly target: Target; readonly onClose: () => void }>
}

/** The dialog about a thing, for as long as one is asked for. */
function DialogOf<Target extends { readonly id: string }>({ target$, part }: DialogOfProps<Target>) {
  const target = useSelector(() => target$.get())
  const Part = useLazyPart(part, target !== null)
  return Part && target && <Part key={target.id} target={target} onClose={() => target$.set(null)} />
}
