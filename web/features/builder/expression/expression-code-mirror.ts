import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { EditorState, Prec, StateEffect, StateField } from '@codemirror/state'
import { Decoration, drawSelection, EditorView, keymap, type DecorationSet } from '@codemirror/view'
import type { Span } from '@tidemark/shared/expressions/expression'
import type { ExpressionCompletion } from './expression-completions'

export interface ExpressionCodeMirrorOptions {
  readonly parent: HTMLElement
  readonly text: string
  readonly label: string
  readonly completions: (
    text: string,
    at: number,
  ) => { readonly from: number; readonly options: readonly ExpressionCompletion[] } | null
  readonly onChange: (text: string) => void
  readonly onEnter: () => void
}

export interface ExpressionCodeMirror {
  setProblem(problem: Span | null): void
  /** Puts a text where the cursor is; cursor: where it is in the text then. */
  insert(text: string, cursor: number): void
  focus(): void
  destroy(): void
}

const problemAt = StateEffect.define<Span | null>()
const underline = Decoration.mark({ class: 'cm-problem' })
const problemField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { effects, changes, newDoc }) => {
    for (const effect of effects) {
      if (!effect.is(problemAt)) continue
      if (effect.value === null) return Decoration.none
      const to = Math.min(newDoc.length, Math.max(effect.value.to, effect.value.from + 1))
      const from = Math.min(effect.value.from, Math.max(0, to - 1))
      return from < to ? Decoration.set([underline.range(from, to)]) : Decoration.none
    }
    return marks.map(changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

const theme = EditorView.theme({
  '&': { color: 'var(--color-text)', backgroundColor: 'transparent', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', maxHeight: '108px' },
  '.cm-content': { padding: '6px 10px', caretColor: 'var(--color-text)' },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--color-text)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--color-accent-soft)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklab, var(--color-accent) 24%, transparent)',
  },
  '.cm-problem': {
    textDecoration: 'underline wavy var(--color-bad)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--color-raised)',
    border: '1px solid var(--color-line)',
    borderRadius: '10px',
    boxShadow: 'var(--shadow-pop)',
    color: 'var(--color-text)',
    overflow: 'hidden',
    zIndex: '60',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-sans)',
    fontSize: '13px',
    maxHeight: '176px',
    maxWidth: 'min(360px, calc(100vw - 32px))',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '8px',
    height: '28px',
    padding: '0 8px',
    borderRadius: '6px',
    lineHeight: '28px',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--color-accent-soft) !important',
    color: 'var(--color-text) !important',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    fontStyle: 'normal',
    color: 'var(--color-muted)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
})

/** A field of one line, however it wraps, that completes columns and functions. */
export function createExpressionCodeMirror(options: ExpressionCodeMirrorOptions): ExpressionCodeMirror {
  const { parent, text, label, completions, onChange, onEnter } = options
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      selection: { anchor: text.length },
      extensions: [
        Prec.highest(
          keymap.of([
            { key: 'Enter', run: (found) => acceptCompletion(found) || (onEnter(), true) },
            { key: 'Mod-Enter', run: () => (onEnter(), true) },
            // Tab leaves the field, unless it takes a completion.
            { key: 'Tab', run: acceptCompletion },
          ]),
        ),
        EditorState.transactionFilter.of((change) =>
          change.newDoc.lines === 1
            ? change
            : [
                change,
                {
                  changes: {
                    from: 0,
                    to: change.newDoc.length,
                    insert: change.newDoc.toString().replace(/\s*\n\s*/g, ' '),
                  },
                  sequential: true,
                },
              ],
        ),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        EditorView.lineWrapping,
        problemField,
        theme,
        autocompletion({
          override: [(context) => complete(context, completions)],
          icons: false,
          maxRenderedOptions: 50,
        }),
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-multiline': 'false',
          spellcheck: 'false',
          autocorrect: 'off',
          autocapitalize: 'off',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString())
        }),
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          // If there is nothing left to undo here, the page's own undo must not run while the text has the focus.
          ...['Mod-z', 'Mod-y', 'Mod-Shift-z'].map((key) => ({ key, run: () => true, preventDefault: true })),
        ]),
      ],
    }),
  })
  // Before the pop-up around it, which would close as well.
  const closeFirst = (event: KeyboardEvent) => {
    const isInside = event.target instanceof Node && view.dom.contains(event.target)
    if (event.key !== 'Escape' || !isInside || completionStatus(view.state) === null) return
    event.stopImmediatePropagation()
    event.preventDefault()
    closeCompletion(view)
  }
  addEventListener('keydown', closeFirst, { capture: true })
  return {
    setProblem: (problem) => view.dispatch({ effects: problemAt.of(problem) }),
    insert: (given, cursor) => {
      const { from, to } = view.state.selection.main
      view.dispatch({ changes: { from, to, insert: given }, selection: { anchor: from + cursor }, userEvent: 'input' })
      view.focus()
    },
    focus: () => view.focus(),
    destroy: () => {
      removeEventListener('keydown', closeFirst, { capture: true })
      view.destroy()
    },
  }
}

function complete(
  context: CompletionContext,
  completions: ExpressionCodeMirrorOptions['completions'],
): CompletionResult | null {
  const found = completions(context.state.doc.toString(), context.pos)
  if (found === null || (!context.explicit && found.from === context.pos)) return null
  return {
    from: found.from,
    filter: false,
    options: found.options.slice(0, 50).map(({ label, detail, insert, cursor, kind }) => ({
      label,
      detail,
      type: kind,
      apply: (view: EditorView, _: unknown, from: number, to: number) => {
        const isCalled = kind === 'function' && view.state.sliceDoc(to, to + 1) === '('
        const given = isCalled ? label : insert
        view.dispatch({
          changes: { from, to, insert: given },
          selection: { anchor: from + (isCalled ? given.length + 1 : cursor) },
          userEvent: 'input.complete',
        })
      },
    })),
  }
}
