import { useEffect, useRef } from 'react'
import { findRefusedText, hasDraft } from '@/client/unsent/drafts'
import { useUi } from '@/client/workspace/ui-state'
import { useView } from '@/client/workspace/use-view'
import { lazyComponent } from '@/ui/lazy-part'
import { MarkdownView } from '@/ui/text/markdown-view'
import { UntitledHeader, type TileTools } from './tile-header'
import { useTextDraft, type TextDraftOptions } from './use-text-draft'

const TextTileMenu = lazyComponent(() => import('./text-tile-menu'))
const KeptTextNotice = lazyComponent(() => import('@/features/page/draft-notice'))

const maxTextLength = 20_000

interface TextTileProps extends Pick<TextDraftOptions, 'of' | 'onStore' | 'mayStore' | 'isShown'> {
  /** Its name for screen readers. */
  readonly name: string
  readonly text: string
  readonly tools: TileTools
}

/** Markdown on a dashboard, edited where it stands; a double click, Enter or the menu starts. */
export function TextTile({ name, text, tools, ...storing }: TextTileProps) {
  const { of } = storing
  const edit = () => tools.setEditing(true)
  const isKept = useUi((state) => hasDraft(state.drafts.get(), of))
  const isRefused = useView((view) => findRefusedText(view, of) !== null, [of])
  return (
    <>
      <UntitledHeader name={name} tools={tools} menu={<TextTileMenu tools={tools} />} />
      {tools.isEditing ? (
        <TextEditor text={text} {...storing} onEnd={() => tools.setEditing(false)} />
      ) : (
        <div className="-mt-4 min-h-0 flex-1 overflow-auto px-3.5 pb-3" onDoubleClick={edit}>
          {(isKept || isRefused) && (
            <KeptTextNotice of={of} noun="text" stored={text} onEdit={tools.mayEdit ? edit : null} isInTile />
          )}
          {text.trim() === '' && tools.mayEdit ? (
            <button type="button" className="rounded-row text-muted hover:text-text" onClick={edit}>
              Write a note
            </button>
          ) : (
            <MarkdownView source={text} />
          )}
        </div>
      )}
    </>
  )
}

interface TextEditorProps extends Omit<TextTileProps, 'tools' | 'name'> {
  readonly onEnd: () => void
}

/** Escape, Ctrl-Enter and leaving all keep what was written: taking it back is what undo is for. */
function TextEditor({ text, onEnd, ...storing }: TextEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const getCursor = () =>
    field.current !== null && document.activeElement === field.current ? field.current.selectionStart : null
  const draft = useTextDraft(text, { ...storing, getCursor })
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(draft.text.length, draft.text.length)
    // Only when it opens; what the person types afterwards is theirs.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <textarea
      ref={field}
      value={draft.text}
      maxLength={maxTextLength}
      aria-label="Text in Markdown"
      placeholder="# Title, **bold**, - list, [link](https://…)"
      onChange={(event) => draft.type(event.target.value)}
      onBlur={() => {
        draft.store()
        onEnd()
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        const isEnd = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
        if (!isEnd || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.currentTarget.closest<HTMLElement>('[data-tile]')?.focus()
      }}
      className="-mt-4 min-h-0 flex-1 resize-none bg-surface px-3.5 pb-3 font-mono text-code outline-none"
    />
  )
}
