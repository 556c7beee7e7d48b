'use client'

import { useEffect, useState } from 'react'
import { createWorkspaceSchema } from '@tidemark/shared/members/workspace-request'
import type { SessionInfo } from '@tidemark/shared/accounts/session-info'
import { reportCaught } from '@/client/observability/report-caught'
import { Avatar } from '@/ui/avatar'
import { TextField } from '@/ui/fields/text-field'
import { AccountForm } from '../accounts/account-form'
import { AccountFrame, accountLinkClass } from '../accounts/account-frame'
import { goToSignIn } from '../accounts/sign-out/leave-page'
import { SignOutButton } from '../accounts/sign-out/sign-out-button'
import { SignedOutPage } from '../accounts/sign-out/signed-out-page'
import { useForm } from '../accounts/use-form'
import { createWorkspace } from './members-api'
import { roleWords } from './role-words'

interface NoWorkspacePageProps {
  readonly session: SessionInfo
  /** True if the address named a workspace that does not exist or is not this person's. */
  readonly isNamed: boolean
}

/** The page for a signed-in person whose address leads to no workspace of theirs. */
export function NoWorkspacePage({
  session: { person, workspaces, mayCreateWorkspaces },
  isNamed,
}: NoWorkspacePageProps) {
  const [isLeft, setLeft] = useState(false)
  useEffect(() => {
    const memberOf = workspaces.map(({ id }) => id)
    void import('@/client/unsent/forget-person')
      .then(({ forgetLostWorkspaces }) => forgetLostWorkspaces(person.id, memberOf))
      .catch(reportCaught)
    // The page belongs to one answer of the server.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (isLeft) return <SignedOutPage goOn={goToSignIn} />
  return (
    <AccountFrame
      title={isNamed ? 'You are not in this workspace' : 'You are not in a workspace yet'}
      text={
        isNamed
          ? 'It does not exist, or you are not a member. Whoever sent you the link can invite you.'
          : mayCreateWorkspaces
            ? 'Ask for an invite, or create a workspace of your own.'
            : 'Ask somebody who is in one for an invite.'
      }
      foot={
        <>
          Signed in as {person.email}.{' '}
          <SignOutButton
            className={accountLinkClass}
            userId={person.id}
            onSignedOut={(isTold) => (isTold ? goToSignIn() : setLeft(true))}
          />
        </>
      }
    >
      {workspaces.length === 0 ? (
        mayCreateWorkspaces && <NewWorkspaceForm />
      ) : (
        <ul aria-label="Your workspaces" className="mt-4 flex flex-col gap-1">
          {workspaces.map(({ id, slug, name, role }) => (
            <li key={id}>
              <a
                href={`/w/${slug}`}
                className="-mx-2 flex items-center gap-3 rounded-row px-2 py-2 transition-colors hover:bg-hover"
              >
                <Avatar name={name} />
                <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
                <span className="text-muted">{roleWords[role].name}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </AccountFrame>
  )
}

function NewWorkspaceForm() {
  const form = useForm({
    schema: createWorkspaceSchema,
    read: (fields) => ({
      name: fields.get('name'),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      withSample: true,
    }),
    send: createWorkspace,
    onDone: ({ slug }) => window.location.assign(`/w/${slug}`),
  })
  return (
    <AccountForm form={form} action="Create a workspace">
      <TextField name="name" label="Name of the workspace" autoComplete="organization" error={form.errors['name']} />
    </AccountForm>
  )
}
