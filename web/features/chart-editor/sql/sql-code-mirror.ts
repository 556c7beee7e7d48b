import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  selectedCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab, simplifySelection } from '@codemirror/commands'
import { SQLDialect } from '@codemirror/lang-sql'
import { bracketMatching, syntaxHighlighting } from '@codemirror/language'
import { closeSearchPanel, highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState, Prec, Transaction } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  tooltips,
} from '@codemirror/view'
import { textChange } from '@tidemark/shared/base/text-change'
import { duckdbKeywords, duckdbTypes } from './duckdb-functions'
import { functionCalls, sqlEditorTheme, sqlHighlight } from './sql-code-theme'
import { sqlCompletionsAt, type SqlCatalogue, type SqlCompletion } from './sql-completions'
import { errorMarker, showError, type ErrorMarker } from './sql-error-marker'

export interface SqlCodeMirrorOptions {
  readonly parent: HTMLElement
  readonly text: string
  readonly label: string
  readonly getCatalogue: () => SqlCatalogue
  readonly onChange: (text: string) => void
  /** Ctrl/Cmd-Enter. */
  readonly onRun: () => void
  readonly onFocusChange: (hasFocus: boolean) => void
}

/** The editor's interface to its component. */
export interface SqlCodeMirror {
  /**
   * Measures the lines now; otherwise CodeMirror may do so after they were painted with estimated heights, and they
   * would move.
   */
  measure(): void
  /** Replaces the shown text without a step in the editor's own history. */
  setText(text: string): void
  setError(error: ErrorMarker | null): void
  setLabel(label: string): void
  /** Returns the selection; null if it contains only white space. */
  getSelection(): { readonly from: number; readonly to: number } | null
  setSelection(from: number, to: number): void
  focus(): void
  /** Returns the cursor's position; null without focus. */
  getCursor(): number | null
  destroy(): void
}

const duckdb = SQLDialect.define({
  keywords: duckdbKeywords,
  types: duckdbTypes,
  builtin: '',
  specialVar: '$?',
  operatorChars: '*+\\-%<>!=&|~^/:',
  caseInsensitiveIdentifiers: true,
  doubleDollarQuotedStrings: true,
})

const fromOutside = Annotation.define<boolean>()

export function createSqlCodeMirror(options: SqlCodeMirrorOptions): SqlCodeMirror {
  const { parent, text, getCatalogue, onChange, onRun, onFocusChange } = options
  let { label } = options
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(
          keymap.of([
            { key: 'Mod-Enter', run: (view) => (closeCompletion(view), onRun(), true), preventDefault: true },
            { key: 'Enter', run: leaveWhatIsTyped },
          ]),
        ),
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSelectionMatches({ minSelectionLength: 3 }),
        search({ top: true }),
        bracketMatching(),
        closeBrackets(),
        duckdb.extension,
        syntaxHighlighting(sqlHighlight),
        functionCalls,
        errorMarker,
        sqlEditorTheme,
        tooltips({ parent: document.body, position: 'fixed' }),
        autocompletion({
          override: [(context) => complete(context, getCatalogue())],
          icons: false,
          addToOptions: [{ render: renderKind, position: 20 }],
          optionClass: (completion) => `cm-kind-${completion.type}`,
          maxRenderedOptions: 60,
        }),
        EditorState.tabSize.of(2),
        EditorState.allowMultipleSelections.of(true),
        EditorView.contentAttributes.of(() => ({
          'aria-label': label,
          'aria-description': 'Control or Command with Enter runs. Escape and then Tab leaves the editor.',
          tabindex: '0',
          spellcheck: 'false',
          autocorrect: 'off',
          autocapitalize: 'off',
        })),
        EditorView.updateListener.of((update) => {
          if (update.focusChanged) onFocusChange(update.view.hasFocus)
          if (!update.docChanged || update.transactions.every((transaction) => transaction.annotation(fromOutside)))
            return
          onChange(update.state.doc.toString())
        }),
        keymap.of([
          { key: 'Escape', run: escape },
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...completionKeymap,
          indentWithTab,
          // If there is nothing left to undo here, the page's own undo must not run while the text has the focus.
          ...['Mod-z', 'Mod-y', 'Mod-Shift-z'].map((key) => ({ key, run: () => true, preventDefault: true })),
        ]),
      ],
    }),
  })
  return {
    // Asking for a position measures the editor.
    measure: () => void view.elementAtHeight(0),
    setText: (next) => {
      const current = view.state.doc.toString()
      if (next === current) return
      view.dispatch({
        // The shortest change, so that cursor and scroll position stay.
        changes: textChange(current, next),
        annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
      })
    },
    setError: (error) => view.dispatch(showError(view.state, error)),
    setLabel: (next) => {
      label = next
      // The editor recomputes its attributes at every update, even an empty one.
      view.dispatch({})
    },
    getSelection: () => {
      const { from, to } = view.state.selection.main
      return view.state.sliceDoc(from, to).trim() === '' ? null : { from, to }
    },
    setSelection: (from, to) => view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true }),
    focus: () => view.focus(),
    getCursor: () => (view.hasFocus ? view.state.selection.main.head : null),
    destroy: () => view.destroy(),
  }
}

/** Closes the completions if the chosen one is typed already, so that Enter begins a line. */
function leaveWhatIsTyped(view: EditorView): boolean {
  const chosen = selectedCompletion(view.state)
  if (chosen === null || chosen.apply !== undefined) return false
  const { head } = view.state.selection.main
  const typed = view.state.sliceDoc(Math.max(0, head - chosen.label.length), head)
  if (typed.toLowerCase() === chosen.label.toLowerCase()) closeCompletion(view)
  return false
}

/** How long after Escape Tab leaves the editor: the editor's own value for an Escape with nothing to do. */
const leavingMs = 2000

/**
 * Handles Escape. As in VS Code it closes an open search and keeps the selection; otherwise it reduces the selection to
 * the cursor. Tab leaves the editor afterwards in every case: keyboard users are told so, and not all of them know of a
 * selection.
 */
function escape(view: EditorView): boolean {
  if (closeSearchPanel(view)) return true
  if (!simplifySelection(view)) return false
  view.setTabFocusMode(leavingMs)
  return true
}

function complete(context: CompletionContext, catalogue: SqlCatalogue): CompletionResult | null {
  const found = sqlCompletionsAt(context.state.doc.toString(), context.pos, catalogue)
  if (found === null) return null
  const before = context.state.sliceDoc(Math.max(0, found.from - 1), found.from)
  const afterFrom = /\b(from|join)\s+$/i.test(context.state.sliceDoc(Math.max(0, found.from - 40), found.from))
  if (
    !context.explicit &&
    found.from === context.pos &&
    before !== '.' &&
    before !== "'" &&
    before !== '{' &&
    !afterFrom
  )
    return null
  const isValue = found.options[0]?.kind === 'value'
  return { from: found.from, options: found.options.map(toCompletion), validFor: isValue ? /^[^']*$/ : /^[\w$]*$/ }
}

function toCompletion({ label, kind, detail, insert, rank }: SqlCompletion): Completion {
  return {
    label,
    type: kind,
    boost: rank * 20,
    ...(detail === undefined ? {} : { detail }),
    ...(insert === undefined
      ? {}
      : {
          apply: (view: EditorView, _completion: Completion, from: number, to: number) => {
            // If parentheses follow already, a completed call does not get a second pair.
            const text = insert.text.endsWith('()') && view.state.sliceDoc(to, to + 1) === '(' ? label : insert.text
            const anchor = from + text.length + (text === label ? 0 : insert.cursor)
            view.dispatch({ changes: { from, to, insert: text }, selection: { anchor }, userEvent: 'input.complete' })
          },
        }),
  }
}

/** Paths of 16-pixel icons for kinds that have one, otherwise a letter. */
const kindMarks: Readonly<Record<SqlCompletion['kind'], { readonly path: string } | { readonly letter: string }>> = {
  table: { path: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 6.5v6' },
  column: { path: 'M5.5 2.5h5v11h-5zM5.5 6h5M5.5 9.5h5' },
  function: { letter: 'ƒ' },
  keyword: { letter: '·' },
  type: { letter: 'T' },
  value: { letter: '=' },
  parameter: { letter: '{}' },
}

function renderKind(completion: Completion): Node {
  const mark = document.createElement('span')
  mark.className = 'cm-kind'
  mark.ariaHidden = 'true'
  // toCompletion made every completion here, with these kinds as types.
  const drawing = kindMarks[completion.type as SqlCompletion['kind']]
  if ('letter' in drawing) mark.textContent = drawing.letter
  else mark.append(drawIcon(drawing.path))
  return mark
}

function drawIcon(path: string): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const icon = document.createElementNS(namespace, 'svg')
  for (const [name, value] of Object.entries({
    viewBox: '0 0 16 16',
    width: '14',
    height: '14',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.4',
  })) {
    icon.setAttribute(name, value)
  }
  const line = document.createElementNS(namespace, 'path')
  line.setAttribute('d', path)
  icon.append(line)
  return icon
}
