'use client'

import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { MadePublicLink, PublicLink, PublicLinkTarget } from '@tidemark/shared/public-links/public-link'
import { useLocation } from '@/client/page/navigation'
import { usePageEnvironment, type TeamSession } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { useMayEdit } from '@/client/workspace/use-may-edit'
import { useView } from '@/client/workspace/use-view'
import { useActor } from '@/client/workspace/workspace-client'
import { chartIdSchema } from '@tidemark/shared/charts/chart'
import { getChart } from '@tidemark/shared/charts/chart-queries'
import { dashboardIdSchema } from '@tidemark/shared/dashboards/dashboard'
import { getDashboard } from '@tidemark/shared/dashboards/dashboard-queries'
import { Button } from '@/ui/buttons/button'
import { Dialog } from '@/ui/popups/dialog'
import { Skeleton } from '@/ui/skeleton'
import { LoadFailure } from '../page/load-failure'
import { ChangeLinkForm } from './change-link-form'
import { LinkRows } from '../row-rules/link-rows'
import { linkFields } from './link-fields'
import { PublicLinkForm } from './public-link-form'
import { AddressFields, PublicLinkRows } from './public-link-rows'
import { fetchPublicLinks } from './public-links-api'

interface PublicLinksDialogProps {
  readonly target: PublicLinkTarget
  readonly team: TeamSession
  readonly onClose: () => void
}

type Step =
  | { readonly kind: 'list' }
  | { readonly kind: 'form' }
  | { readonly kind: 'change'; readonly link: PublicLink }
  | { readonly kind: 'made'; readonly made: MadePublicLink }

/** The dialog with the public links of a dashboard or chart, and the form for another. */
export default function PublicLinksDialog({ target, team, onClose }: PublicLinksDialogProps) {
  const { kind, id } = target
  const found = useView(
    (view) =>
      kind === 'chart' ? getChart(view, chartIdSchema.parse(id)) : getDashboard(view, dashboardIdSchema.parse(id)),
    [kind, id],
  )
  const [step, setStep] = useState<Step>({ kind: 'list' })
  const titles = {
    list: 'Public links',
    form: 'New public link',
    change: 'Change the public link',
    made: 'The link was made',
  } as const
  const { query } = useLocation()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isAllowed={useMayEdit(found?.folderId ?? null)}
      title={titles[step.kind]}
      description={
        step.kind === 'made'
          ? undefined
          : `Whoever has one reads “${found?.name ?? ''}” without an account: these numbers and nothing else of ${team.workspace.name}.`
      }
      width={560}
    >
      {step.kind === 'list' && (
        <LinkList
          target={target}
          team={team}
          onNew={() => setStep({ kind: 'form' })}
          onEdit={(link) => setStep({ kind: 'change', link })}
        />
      )}
      {step.kind === 'form' && <NewLink target={target} onMade={(made) => setStep({ kind: 'made', made })} />}
      {step.kind === 'change' && (
        <ChangeLinkForm link={step.link} search={query.toString()} onChanged={() => setStep({ kind: 'list' })} />
      )}
      {step.kind === 'made' && (
        <div className="flex flex-col gap-4">
          <AddressFields made={step.made} />
          <Button variant="primary" className="self-end" onClick={() => setStep({ kind: 'list' })}>
            Done
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function NewLink({
  target,
  onMade,
}: Pick<PublicLinksDialogProps, 'target'> & { readonly onMade: (made: MadePublicLink) => void }) {
  const actor = useActor()
  const { query } = useLocation()
  const { locale } = usePageEnvironment()
  const search = query.toString()
  const { fields, choices } = useView(
    (view) => linkFields(view, actor, target, { search, locale }),
    [actor, target, search, locale],
  )
  return (
    <div className="flex flex-col gap-4">
      <LinkRows target={target} />
      <PublicLinkForm target={target} fields={fields} choices={choices} onMade={onMade} />
    </div>
  )
}

function LinkList({
  target,
  team,
  onNew,
  onEdit,
}: Pick<PublicLinksDialogProps, 'target' | 'team'> & {
  readonly onNew: () => void
  readonly onEdit: (link: PublicLink) => void
}) {
  const { kind, id } = target
  const load = useCallback((signal: AbortSignal) => fetchPublicLinks({ kind, id }, signal), [kind, id])
  const { state, reload } = useLoaded(load)
  switch (state.kind) {
    case 'loading':
      return (
        <div role="status" aria-label="Loading" className="flex flex-col gap-3">
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      )
    case 'failed':
      return (
        <LoadFailure failure={state.failure} onRetry={reload} offlineHint="Public links are made and revoked there." />
      )
    case 'ready': {
      const { links, mayMake } = state.value
      return (
        <div className="flex flex-col gap-3">
          {links.length === 0 && <p className="text-muted">Nobody has made one yet.</p>}
          <PublicLinkRows links={links} team={team} onChange={reload} onEdit={onEdit} />
          {mayMake ? (
            <Button variant="primary" icon={Plus} className="self-end" onClick={onNew}>
              New link
            </Button>
          ) : (
            <p className="text-small text-muted">
              You may not make public links here. Admins decide in the settings who may.
            </p>
          )}
        </div>
      )
    }
  }
}
