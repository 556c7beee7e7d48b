import { useEffect, useRef } from 'react'
import { lazyComponent } from '@/ui/lazy-part'
import { MarkdownView } from './markdown-view'
import { TileHeader, type TileTools } from './tile-header'
import { useTextDraft, type StoreText } from './use-text-draft'

const TextTileMenu = lazyComponent(() => import('./text-tile-menu'))

const maxTextLength = 20_000

interface TextTileProps {
  readonly text: string
  readonly onStore: StoreText
  readonly tools: TileTools
}

/** Markdown on a dashboard, edited where it stands; a double click, Enter or the menu starts. */
export function TextTile({ text, onStore, tools }: TextTileProps) {
  return (
    <>
      <TileHeader
        name="text"
        title={null}
        description=""
        isCompact
        isNarrow={false}
        openHref={null}
        onGrab={tools.onGrab}
        menu={<TextTileMenu tools={tools} />}
      />
      {tools.isEditing ? (
        <TextEditor text={text} onStore={onStore} onEnd={() => tools.setEditing(false)} />
      ) : (
        <div className="-mt-4 min-h-0 flex-1 overflow-auto px-3.5 pb-3" onDoubleClick={() => tools.setEditing(true)}>
          {text.trim() === '' && tools.mayEdit ? (
            <button
              type="button"
              className="rounded-row text-muted hover:text-text"
              onClick={() => tools.setEditing(true)}
            >
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

interface TextEditorProps {
  readonly text: string
  readonly onStore: StoreText
  readonly onEnd: () => void
}

/** Escape, Ctrl-Enter and leaving all keep what was written: taking it back is what undo is for. */
function TextEditor({ text, onStore, onEnd }: TextEditorProps) {
  const draft = useTextDraft(text, onStore)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
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
