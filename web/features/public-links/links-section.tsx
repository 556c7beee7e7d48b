'use client'

import { Globe } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { PublicLink } from '@tidemark/shared/public-links/public-link'
import { publicLinkMakers, type PublicLinkMakers } from '@tidemark/shared/workspaces/workspace'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import type { TeamSession } from '@/client/page/page-environment'
import { useLoaded } from '@/client/page/use-loaded'
import { useMutate } from '@/client/workspace/use-mutate'
import { useView } from '@/client/workspace/use-view'
import { EmptyState } from '@/ui/empty-state'
import { Select } from '@/ui/fields/select'
import { Dialog } from '@/ui/popups/dialog'
import { reportProblem } from '../messages/report-problem'
import { SettingsPart } from '../page/settings-part'
import { SettingsRow } from '../page/settings-row'
import { ChangeLinkForm } from './change-link-form'
import { EmbedKeysPart } from './embed-keys-part'
import { PublicLinkRows } from './public-link-rows'
import { fetchPublicLinks } from './public-links-api'

/** All public links of the workspace, and who may make them. */
export function LinksSection({ team }: { readonly team: TeamSession }) {
  const load = useCallback((signal: AbortSignal) => fetchPublicLinks(null, signal), [])
  const { state, reload } = useLoaded(load)
  const makers = useView((view) => getWorkspace(view)?.publicLinksBy ?? 'admins', [])
  const mutate = useMutate()
  const choose = async (publicLinksBy: PublicLinkMakers) => {
    await mutate('updateWorkspace', { publicLinksBy }, { label: 'Change who makes public links' })
    reload()
  }
  const [edited, setEdited] = useState<PublicLink | null>(null)
  return (
    <>
      <SettingsPart id="links" title="Public links" state={state} onRetry={reload}>
        {({ links }) => (
          <div className="divide-y divide-line">
            <SettingsRow
              label="Who may make them"
              text="A link works only while whoever made it may make links and sees what it shows."
            >
              <Select
                label="Who may make public links"
                hideLabel
                value={makers}
                options={publicLinkMakers.map((value) => ({ value, label: makerNames[value] }))}
                onChange={(value) => void choose(value).catch(reportProblem)}
              />
            </SettingsRow>
            {links.length === 0 ? (
              <EmptyState
                icon={Globe}
                title="No public links"
                text="They are made on a dashboard or chart, under Share or in its menu."
              />
            ) : (
              <PublicLinkRows links={links} team={team} onChange={reload} onEdit={setEdited} saysTarget />
            )}
          </div>
        )}
      </SettingsPart>
      <EmbedKeysPart team={team} />
      <Dialog
        open={edited !== null}
        onOpenChange={(open) => !open && setEdited(null)}
        isAllowed
        title="Change the public link"
        width={560}
      >
        {edited !== null && (
          <ChangeLinkForm
            link={edited}
            search={null}
            onChanged={() => {
              setEdited(null)
              reload()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

const makerNames = {
  nobody: 'Nobody',
  admins: 'Admins and owners',
  editors: 'Editors, admins and owners',
} as const satisfies Record<PublicLinkMakers, string>
