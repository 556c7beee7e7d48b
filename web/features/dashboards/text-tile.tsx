import { useEffect, useRef, useState } from 'react'
import { lazyComponent } from '@/ui/lazy-part'
import { MarkdownView } from './markdown-view'
import { TileHeader, type TileTools } from './tile-header'

const TextTileMenu = lazyComponent(() => import('./text-tile-menu'))

const maxTextLength = 20_000

interface TextTileProps {
  readonly text: string
  /** seen: the text that was there when the person began to write. */
  readonly onChange: (text: string, seen: string) => void
  readonly tools: TileTools
}

/** Markdown on a dashboard, edited where it stands; a double click, Enter or the menu starts. */
export function TextTile({ text, onChange, tools }: TextTileProps) {
  return (
    <>
      <TileHeader
        name="text"
        title={null}
        description=""
        isCompact
        openHref={null}
        onGrab={tools.onGrab}
        menu={<TextTileMenu tools={tools} />}
      />
      {tools.isEditing ? (
        <TextEditor
          text={text}
          onEnd={(next, seen) => {
            tools.setEditing(false)
            // What others wrote meanwhile stays where nothing was typed.
            if (next !== seen) onChange(next, seen)
          }}
        />
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
  readonly onEnd: (text: string, seen: string) => void
}

/** Escape, Ctrl-Enter and leaving all keep what was written: taking it back is what undo is for. */
function TextEditor({ text, onEnd }: TextEditorProps) {
  const [seen] = useState(text)
  const [draft, setDraft] = useState(text)
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
      value={draft}
      maxLength={maxTextLength}
      aria-label="Text in Markdown"
      placeholder="# Title, **bold**, - list, [link](https://…)"
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => onEnd(draft, seen)}
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
