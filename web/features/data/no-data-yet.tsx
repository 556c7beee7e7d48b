'use client'

import { DatabaseZap } from 'lucide-react'
import { isAllowed } from '@tidemark/shared/access/rules'
import { AppLink } from '@/client/page/navigation'
import { useActor } from '@/client/workspace/workspace-client'
import { buttonClass } from '@/ui/buttons/button'
import { EmptyState } from '@/ui/empty-state'

/** The notice shown when there is no data to query: a way to add some, or who can. */
export function NoDataYet() {
  const mayUpload = isAllowed(useActor(), { do: 'upload-data' })
  return (
    <EmptyState
      icon={DatabaseZap}
      title="There is no data yet"
      text={
        mayUpload
          ? 'Drop a CSV, Parquet or JSON file on the window, then ask about it here.'
          : 'Editors add files; then you can ask about them here.'
      }
      action={
        mayUpload && (
          <AppLink href="/data" className={buttonClass({})}>
            Add data
          </AppLink>
        )
      }
    />
  )
}
