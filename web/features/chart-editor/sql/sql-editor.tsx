'use client'

import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { flushSync } from 'react-dom'
import type { SqlCodeMirror, SqlCodeMirrorOptions } from './sql-code-mirror'
import type { SqlCatalogue } from './sql-completions'
import type { ErrorMarker } from './sql-error-marker'

export interface SqlEditorHandle {
  /** Returns the selection; null if nothing is selected. */
  getSelection(): { readonly from: number; readonly to: number } | null
  /** Returns the cursor's offset in the text; null without focus. */
  getCursor(): number | null
  focus(): void
}

interface SqlCodeMirrorModule {
  readonly createSqlCodeMirror: (options: SqlCodeMirrorOptions) => SqlCodeMirror
}

export interface SqlEditorProps {
  readonly text: string
  readonly label: string
  readonly error: ErrorMarker | null
  readonly catalogue: SqlCatalogue
  readonly onChange: (text: string) => void
  readonly onRun: () => void
  readonly onBlur: () => void
  readonly ref: Ref<SqlEditorHandle>
}

/**
 * The SQL field of a chart. A plain text field of equal size is shown first, and stays if the editor cannot be loaded;
 * it accepts typing, which the editor takes over.
 */
export function SqlEditor({ text, label, error, catalogue, onChange, onRun, onBlur, ref }: SqlEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const plain = useRef<HTMLTextAreaElement>(null)
  const editor = useRef<SqlCodeMirror | null>(null)
  const latest = useRef({ text, label, catalogue, onChange, onRun, onBlur })
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    latest.current = { text, label, catalogue, onChange, onRun, onBlur }
  })

  useEffect(() => {
    let isMounted = true
    const open = ({ createSqlCodeMirror }: SqlCodeMirrorModule) => {
      if (!isMounted || host.current === null) return
      const field = plain.current
      const hadFocus = field !== null && document.activeElement === field
      // Text typed before hydration is only in the field.
      if (field !== null && field.value !== latest.current.text) latest.current.onChange(field.value)
      editor.current = createSqlCodeMirror({
        parent: host.current,
        text: field?.value ?? latest.current.text,
        label: latest.current.label,
        getCatalogue: () => latest.current.catalogue,
        onChange: (next) => latest.current.onChange(next),
        onRun: () => latest.current.onRun(),
        onFocusChange: (hasFocus) => !hasFocus && latest.current.onBlur(),
      })
      if (hadFocus) {
        editor.current.setSelection(field.selectionStart, field.selectionEnd)
        editor.current.focus()
      }
      // Synchronous: with both on the page, screen readers would find the SQL twice.
      flushSync(() => setIsLoaded(true))
      editor.current.measure()
    }
    const stayPlain = (failure: unknown) =>
      console.info('the SQL editor could not be fetched; the plain field stays', failure)
    import('./sql-code-mirror').then(open, stayPlain)
    return () => {
      isMounted = false
      editor.current?.destroy()
      editor.current = null
    }
  }, [])

  useEffect(() => {
    editor.current?.setText(text)
    if (plain.current !== null && plain.current.value !== text) plain.current.value = text
  }, [text])
  useEffect(() => {
    if (isLoaded) editor.current?.setError(error)
  }, [error, isLoaded])
  useEffect(() => {
    // Only the label is updated if somebody renames the chart, so that cursor and history stay.
    if (isLoaded) editor.current?.setLabel(label)
  }, [label, isLoaded])

  useImperativeHandle(ref, () => ({
    getSelection: () => {
      if (editor.current !== null) return editor.current.getSelection()
      const field = plain.current
      if (field === null || field.value.slice(field.selectionStart, field.selectionEnd).trim() === '') return null
      return { from: field.selectionStart, to: field.selectionEnd }
    },
    getCursor: () => {
      if (editor.current !== null) return editor.current.getCursor()
      return plain.current !== null && document.activeElement === plain.current ? plain.current.selectionStart : null
    },
    focus: () => (editor.current ?? plain.current)?.focus(),
  }))

  const lineCount = text.split('\n').length
  return (
    <div className="relative size-full bg-surface">
      <div ref={host} className="absolute inset-0" />
      {!isLoaded && (
        <div className="absolute inset-0 flex overflow-auto font-mono text-code">
          <div
            aria-hidden
            className="min-w-[34px] shrink-0 py-2.5 pr-3 pl-1.5 text-right whitespace-pre text-muted select-none"
          >
            {Array.from({ length: lineCount }, (_, line) => line + 1).join('\n')}
          </div>
          <textarea
            ref={plain}
            defaultValue={text}
            aria-label={label}
            rows={lineCount}
            wrap="off"
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            onInput={(event) => onChange(event.currentTarget.value)}
            onBlur={onBlur}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
              event.preventDefault()
              onRun()
            }}
            className="min-h-full min-w-0 flex-1 resize-none overflow-x-auto overflow-y-hidden bg-transparent py-2.5 pr-4 text-text outline-none"
          />
        </div>
      )}
    </div>
  )
}
