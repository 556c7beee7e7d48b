'use client'

import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { toName } from '@tidemark/shared/base/name'
import type { QuestionExpression } from '@tidemark/shared/builder/question'
import type { ReadTable } from '@tidemark/shared/builder/suggest-join'
import { typeInWords, type ExpressionLevel } from '@tidemark/shared/expressions/check-expression'
import { functionOf, signatureOf } from '@tidemark/shared/expressions/expression-functions'
import { Button } from '@/ui/buttons/button'
import { TextField } from '@/ui/fields/text-field'
import { completionsAt, functionsOf } from './expression-completions'
import { createExpressionCodeMirror, type ExpressionCodeMirror } from './expression-code-mirror'
import { readWritten, scopeOf } from './expression-scope'

export interface ExpressionFormProps {
  readonly label: string
  readonly read: readonly ReadTable[]
  readonly level: ExpressionLevel
  /** It has to be true or false. */
  readonly isCondition?: boolean
  readonly stored: QuestionExpression | null
  /** The name that it has; null if it needs none. */
  readonly name: string | null
  /** Names that others have, which would not be told apart. */
  readonly takenNames?: readonly string[]
  readonly placeholder: string
  readonly onDone: (expression: QuestionExpression, name: string) => void
}

/** Writes an expression: its text with completion, what is wrong with it or what it makes, its name, and its reference. */
export default function ExpressionForm(props: ExpressionFormProps) {
  const { label, read, level, isCondition = false, stored, placeholder, takenNames = [], onDone } = props
  const noteId = useId()
  const [text, setText] = useState(stored?.text ?? '')
  const [name, setName] = useState(props.name ?? '')
  const [isTried, setTried] = useState(false)
  const scope = useMemo(() => scopeOf(read, stored), [read, stored])
  const written = readWritten(text, scope, level, isCondition)
  const isUnnamed = props.name !== null && toName(name) === ''
  const isTaken = takenNames.some((taken) => taken.toLowerCase() === toName(name).toLowerCase())
  const isSaid = isTried || text.trim() !== ''
  const problem = written.ok || !isSaid ? null : written.problem

  const host = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const editor = useRef<ExpressionCodeMirror | null>(null)
  const latest = useRef({ scope, level })
  useEffect(() => {
    latest.current = { scope, level }
  })
  useEffect(() => {
    if (host.current === null) return
    const made = createExpressionCodeMirror({
      parent: host.current,
      text: stored?.text ?? '',
      label,
      completions: (given, at) => completionsAt(given, at, latest.current.scope, latest.current.level),
      onChange: setText,
      onEnter: () => form.current?.requestSubmit(),
    })
    editor.current = made
    made.focus()
    return () => {
      editor.current = null
      made.destroy()
    }
    // The text is the editor's own from here on.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [label])
  const [from, to] = problem === null ? [null, null] : [problem.from, problem.to]
  useEffect(() => {
    editor.current?.setProblem(from === null || to === null ? null : { from, to })
  }, [from, to, text])

  return (
    <form
      ref={form}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (written.ok && !isUnnamed && !isTaken) onDone(written.expression, toName(name))
      }}
    >
      <div className="flex flex-col gap-1.5">
        <span className="text-small font-medium text-muted">{label}</span>
        <div className="relative">
          <div
            ref={host}
            aria-describedby={noteId}
            className="min-h-[34px] rounded-control border border-line bg-surface shadow-tile focus-within:border-accent touch:min-h-11 touch:text-[16px]"
          />
          {text === '' && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-x-3 top-[7px] truncate font-mono text-[13px] text-muted"
            >
              {placeholder}
            </span>
          )}
        </div>
        <p id={noteId} role="status" className={problem === null ? 'text-small text-muted' : 'text-small text-bad'}>
          {problem?.message ?? (written.ok ? `Makes ${typeInWords(written.type)}.` : 'Columns, numbers and functions.')}
        </p>
      </div>
      {props.name !== null && (
        <TextField
          label="Name"
          maxLength={60}
          value={name}
          error={
            isTaken
              ? 'Another column has this name.'
              : isTried && isUnnamed
                ? 'Enter a name for the column.'
                : undefined
          }
          onChange={({ target }) => setName(target.value)}
        />
      )}
      <FunctionReference level={level} onInsert={(given, cursor) => editor.current?.insert(given, cursor)} />
      <div data-foot className="sticky -bottom-3 -mx-3 -mb-3 flex justify-end bg-raised px-3 pt-1 pb-3">
        <Button type="submit" variant="primary">
          {stored === null ? 'Add' : 'Apply'}
        </Button>
      </div>
    </form>
  )
}

/** All functions with their words and examples, by what they are about. */
function FunctionReference({
  level,
  onInsert,
}: {
  readonly level: ExpressionLevel
  readonly onInsert: (text: string, cursor: number) => void
}) {
  const names = functionsOf(level)
  const topics = [...new Set(names.map((name) => functionOf(name).topic))]
  return (
    <details className="group text-small">
      <summary className="cursor-pointer text-muted hover:text-text touch:flex touch:min-h-11 touch:items-center">
        Functions
      </summary>
      <div className="mt-1 flex max-h-52 flex-col gap-2 overflow-y-auto pr-1">
        {topics.map((topic) => (
          <section key={topic} aria-label={topic} className="flex flex-col">
            <h3 className="pt-1 pb-0.5 text-caption font-medium text-muted">{topic}</h3>
            {names
              .filter((name) => functionOf(name).topic === topic)
              .map((name) => (
                <button
                  key={name}
                  type="button"
                  className="flex flex-col rounded-row px-1.5 py-1 text-left hover:bg-hover touch:min-h-11"
                  onClick={() => onInsert(`${name}()`, name.length + (functionOf(name).params.length > 0 ? 1 : 2))}
                >
                  <span className="font-mono text-[12px]">{signatureOf(name)}</span>
                  <span className="text-muted">{functionOf(name).about}</span>
                  <span className="font-mono text-[12px] break-words text-muted">{functionOf(name).example}</span>
                </button>
              ))}
          </section>
        ))}
      </div>
    </details>
  )
}
