'use client'

import { slugSchema } from '@tidemark/shared/accounts/workspace-address'
import { failureText } from '@/client/page/api-request'
import type { TeamSession } from '@/client/page/page-environment'
import { toast } from '@/ui/popups/toaster'
import { CommittedField } from '../page/committed-field'
import { changeWorkspace } from './members-api'

/** The field for the workspace's name in addresses. A change reloads the page at its new address. */
export function WorkspaceAddressField({ team: { workspace } }: { readonly team: TeamSession }) {
  const change = async (slug: string) => {
    if (!slugSchema.safeParse(slug).success) {
      return toast('This cannot be an address', {
        tone: 'bad',
        description: '1 to 40 small letters, digits and dashes between them.',
      })
    }
    const answer = await changeWorkspace(workspace.id, { slug })
    if (answer.ok) window.location.replace(`/w/${answer.value.slug}/settings/workspace`)
    else toast('The address was not changed', { tone: 'bad', description: failureText(answer.error) })
  }
  return (
    <CommittedField
      label="Address of the workspace"
      value={workspace.slug}
      maxLength={40}
      onCommit={(slug) => void change(slug)}
    />
  )
}
