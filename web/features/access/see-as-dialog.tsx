'use client'

import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { roleAtLeast } from '@tidemark/shared/access/roles'
import { isAllowed } from '@tidemark/shared/access/rules'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import { chartDocumentEndpoint, dashboardDocumentEndpoint } from '@tidemark/shared/documents/document'
import type { Member } from '@tidemark/shared/members/member'
import { failureText, fetchFile } from '@/client/page/api-request'
import { useLocation } from '@/client/page/navigation'
import { usePageEnvironment } from '@/client/page/page-environment'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { Select } from '@/ui/fields/select'
import { Dialog } from '@/ui/popups/dialog'
import { Skeleton } from '@/ui/skeleton'
import { roleWords } from '../members/role-words'
import type { SeenTarget } from '../preferences/shell-state'
import { LoadedMembers } from './loaded-members'

interface SeeAsDialogProps {
  readonly target: SeenTarget
  readonly onClose: () => void
}

/** The dialog in which admins look at a dashboard or chart as a member sees it: a picture that the server draws with their rights. */
export default function SeeAsDialog({ target, onClose }: SeeAsDialogProps) {
  const { kind, id } = target
  const actor = useActor()
  const name = useView(
    (view) =>
      (kind === 'chart' ? getChart(view, chartIdSchema.parse(id)) : getDashboard(view, dashboardIdSchema.parse(id)))
        ?.name ?? '',
    [kind, id],
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isAllowed={isAllowed(actor, { do: 'edit-workspace' })}
      width={1040}
      title={`See “${name}” as…`}
      description={`A picture of ${kind === 'chart' ? 'the chart' : 'all tabs'} with the member’s rights and rows. You cannot change anything in it. The audit log notes that you looked.`}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <LoadedMembers>
        {(members) => (
          <SeenAs
            target={target}
            name={name}
            members={members.filter(({ userId, role }) => userId !== actor.userId && roleAtLeast(actor.role, role))}
          />
        )}
      </LoadedMembers>
    </Dialog>
  )
}

interface SeenProps {
  readonly target: SeenTarget
  /** Its name. */
  readonly name: string
}

function SeenAs({ target, name, members }: SeenProps & { readonly members: readonly Member[] }) {
  const [userId, setUserId] = useState('')
  const member = members.find((one) => one.userId === userId)
  if (members.length === 0) return <p className="text-muted">Nobody of your role or below is in the workspace yet.</p>
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Member"
        className="max-w-80"
        value={userId}
        options={[
          { value: '', label: 'Choose a member', disabled: true },
          ...members.map(({ userId: value, name, role }) => ({ value, label: `${name} · ${roleWords[role].name}` })),
        ]}
        onChange={setUserId}
      />
      {member !== undefined && <Picture key={member.userId} target={target} name={name} member={member} />}
    </div>
  )
}

type Drawn =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'failed'; readonly text: string }

function Picture({ target: { kind, id }, name, member }: SeenProps & { readonly member: Member }) {
  const { locale } = usePageEnvironment()
  const { query } = useLocation()
  const [search] = useState(() => Object.fromEntries(query))
  const [drawn, setDrawn] = useState<Drawn>({ kind: 'loading' })
  const { userId } = member
  useEffect(() => {
    const controller = new AbortController()
    let url: string | null = null
    const draw = async () => {
      const file = await fetchFile(kind === 'chart' ? chartDocumentEndpoint : dashboardDocumentEndpoint, {
        params: { id },
        query: { ...search, format: 'png', scale: '1', locale, seeAs: userId },
        signal: controller.signal,
      })
      if (controller.signal.aborted) return
      if (file.ok) setDrawn({ kind: 'ready', url: (url = URL.createObjectURL(file.value)) })
      else
        setDrawn({
          kind: 'failed',
          text: file.error.kind === 'offline' ? 'The server cannot be reached.' : failureText(file.error),
        })
    }
    void draw()
    return () => {
      controller.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [kind, id, userId, locale, search])
  return (
    <>
      <p role="status" className="flex items-center gap-2 rounded-tile bg-accent-soft px-3 py-2">
        <Eye aria-hidden className="shrink-0" />
        {drawn.kind === 'loading' ? 'Drawing what ' : 'This is what '}
        {member.name} sees{drawn.kind === 'loading' ? '…' : '. It is a picture: nothing in it can be clicked.'}
      </p>
      {drawn.kind === 'failed' && <Callout tone="bad" title={drawn.text} />}
      {drawn.kind === 'loading' && <Skeleton className="h-96" />}
      {drawn.kind === 'ready' && (
        // On a phone it is wider than the dialog, or nothing in it could be read.
        <div className="overflow-x-auto rounded-tile border border-line">
          {/* oxlint-disable-next-line next/no-img-element -- it is made in this browser */}
          <img src={drawn.url} alt={`${name} as ${member.name} sees it`} className="w-full min-w-[720px] bg-white" />
        </div>
      )}
    </>
  )
}
