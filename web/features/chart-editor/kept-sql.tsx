'use client'

import type { ChartId } from '@tidemark/shared/charts/chart'
import { getTabId } from '@/client/tab-id'
import { useUi, useUiState } from '@/client/ui-state'
import { copyText } from '@/features/shell/copy-text'
import { Button } from '@/ui/button'
import { Callout } from '@/ui/callout'
import { toast } from '@/ui/toaster'
import { findKept } from './sql-draft'

export interface KeptSqlProps {
  readonly chartId: ChartId
  /** The SQL that the chart has; null where the person has no such chart. */
  readonly stored: string | null
}

/** What somebody had typed before they lost the right to store it: there is no editor any more that would show it. */
export function KeptSql({ chartId, stored }: KeptSqlProps) {
  const ui = useUiState()
  const drafts = useUi((state) => state.drafts.get())
  // The server has neither drafts nor tabs.
  const found = Object.keys(drafts).length === 0 ? undefined : findKept(drafts, chartId, getTabId())
  if (found === undefined || found.kept.text === stored) return null
  const { name, kept } = found
  const discard = () => {
    const { [name]: json = '', ...others } = ui.drafts.peek()
    ui.drafts.set(others)
    toast('The SQL you had typed is discarded', {
      action: { label: 'Undo', onClick: () => ui.drafts.set({ ...ui.drafts.peek(), [name]: json }) },
    })
  }
  return (
    <div className="shrink-0 p-3 print:hidden">
      <Callout
        tone="warn"
        title="The SQL you typed was not stored, as you may no longer edit it here"
        detail={kept.text}
        detailLabel="Show your SQL"
      >
        <p>It is kept in this browser, and stands in the editor again when you may.</p>
        <div className="mt-2 flex flex-wrap gap-1.5">
          <Button size="sm" onClick={() => copyText(kept.text)}>
            Copy the text
          </Button>
          <Button size="sm" variant="ghost" onClick={discard}>
            Discard
          </Button>
        </div>
      </Callout>
    </div>
  )
}
