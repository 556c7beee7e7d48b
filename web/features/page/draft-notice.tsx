'use client'

import { useCallback } from 'react'
import { findDraft, findRefusedText } from '@/client/unsent/drafts'
import { getTabId } from '@/client/page/tab-id'
import { useUi, useUiState } from '@/client/workspace/ui-state'
import { useDraftKeeper } from '@/client/workspace/use-drafts'
import { useView } from '@/client/workspace/use-view'
import { Button } from '@/ui/buttons/button'
import { Callout } from '@/ui/callout'
import { classNames } from '@/ui/class-names'
import { toast } from '@/ui/popups/toaster'
import { copyText } from '../messages/copy-text'
import { reportProblem } from '../messages/report-problem'
import { useRefusedActions } from './use-refused-actions'

interface DraftNoticeProps {
  /** A key from `sqlDraftKey` or `noteDraftKey`. */
  readonly of: string
  readonly noun: 'SQL' | 'text'
  /** The stored text; null if the person cannot read it. */
  readonly stored: string | null
  /** Opens the editor with the draft; null if the person may not edit. */
  readonly onEdit: (() => void) | null
  /** True if it replaces the editor in a tile, rather than spanning the page. */
  readonly isInTile?: boolean
}

const mostRows = 8

/**
 * The notice with a text that a person had typed before they lost the right to store it: no editor shows it any more,
 * or the server refused it after they had left. A person who was typing at that moment continues here.
 */
export default function DraftNotice({ of, noun, stored, onEdit, isInTile = false }: DraftNoticeProps) {
  const ui = useUiState()
  const drafts = useUi((state) => state.drafts.get())
  const isTyping = useUi((state) => state.cutOff.get())?.of === of
  const { keep, forget } = useDraftKeeper(of)
  const goOn = useCallback(
    (field: HTMLTextAreaElement | null) => {
      const cutOff = ui.cutOff.peek()
      if (field === null || cutOff?.of !== of) return
      field.focus()
      field.setSelectionRange(cutOff.at, cutOff.at)
    },
    [of, ui],
  )
  const refused = useView((view) => findRefusedText(view, of), [of])
  const { discard: discardRefused } = useRefusedActions()
  // The server has neither drafts nor tabs.
  const found = Object.keys(drafts).length === 0 ? undefined : findDraft(drafts, of, getTabId())
  const name = found?.name
  const kept = found?.kept ?? (refused && { text: refused.text, base: stored ?? '' })
  if (kept === null) return null
  const isStored = kept.text === stored || kept.text === kept.base
  if (isStored && !isTyping) return null
  const discard = () => {
    forget(name)
    if (refused !== null) void discardRefused(refused.errors).catch(reportProblem)
    toast(`The ${noun} you had typed is discarded`, { action: { label: 'Undo', onClick: () => keep(kept, name) } })
  }
  const title = titleOf(noun, isStored, onEdit !== null)
  const field = (
    <textarea
      ref={goOn}
      value={kept.text}
      aria-label={`Your ${noun}`}
      rows={isInTile ? 1 : Math.min(kept.text.split('\n').length + 1, mostRows)}
      spellCheck={noun === 'text'}
      autoComplete="off"
      onChange={({ target }) => {
        keep({ text: target.value, base: kept.base }, name)
        if (isTyping) ui.cutOff.set({ of, at: target.selectionStart })
      }}
      onKeyDown={(event) => event.stopPropagation()}
      onBlur={() => {
        ui.cutOff.set(null)
        if (isStored) forget(name)
      }}
      className={classNames(
        'block w-full rounded-row bg-sunken p-2 font-mono text-code text-text',
        isInTile ? 'min-h-10 flex-1 resize-none' : 'mt-2 resize-y',
      )}
    />
  )
  const buttons = (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {onEdit !== null && (
        <Button size="sm" onClick={onEdit}>
          Go on writing
        </Button>
      )}
      <Button size="sm" onClick={() => copyText(kept.text)}>
        Copy the text
      </Button>
      <Button size="sm" variant="ghost" onClick={discard}>
        Discard
      </Button>
    </div>
  )
  if (isInTile) {
    return (
      <div role="note" className="mb-3 flex min-h-full flex-col print:hidden">
        {field}
        <p className="mt-1.5 text-small">{title}</p>
        {buttons}
      </div>
    )
  }
  return (
    <div className="shrink-0 p-3 print:hidden">
      <Callout tone="warn" title={title}>
        <p>
          {found === undefined
            ? 'It is among the refused changes at the top right.'
            : 'It is kept in this browser, and is back in the editor once you can edit again.'}
        </p>
        {field}
        {buttons}
      </Callout>
    </div>
  )
}

function titleOf(noun: DraftNoticeProps['noun'], isStored: boolean, mayEdit: boolean): string {
  if (mayEdit) return `The ${noun} you typed was not stored`
  if (isStored) return `You may no longer edit this ${noun}`
  return `The ${noun} you typed was not stored, as you may no longer edit it here`
}
