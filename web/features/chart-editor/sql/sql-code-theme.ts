import { HighlightStyle, syntaxTree } from '@codemirror/language'
import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const keyword = 'light-dark(oklch(47% 0.19 300), oklch(76% 0.13 300))'
const name = 'light-dark(oklch(48% 0.13 243), oklch(72% 0.12 238))'
const string = 'light-dark(oklch(46% 0.12 158), oklch(76% 0.13 158))'
const parameter = 'light-dark(oklch(52% 0.13 70), oklch(79% 0.12 75))'

export const sqlHighlight = HighlightStyle.define([
  { tag: tags.keyword, color: keyword },
  { tag: tags.typeName, color: name },
  { tag: tags.string, color: string },
  { tag: [tags.bool, tags.null], color: keyword },
  { tag: tags.special(tags.name), color: parameter, fontWeight: '600' },
  { tag: tags.comment, color: 'var(--color-faint)', fontStyle: 'italic' },
])

const functionName = Decoration.mark({ class: 'cm-function' })

/** Colours a name as a function where it is called, so that columns named `month` or `count` stay plain. */
export const functionCalls = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = findCalls(view)
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged || syntaxTree(update.startState) !== syntaxTree(update.state)) {
        this.decorations = findCalls(update.view)
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

const callable = new Set(['Identifier', 'Type', 'Keyword', 'Builtin'])
const notCalled =
  /^(in|values|and|or|not|on|using|over|as|exists|any|all|from|where|by|select|when|then|else|filter|with|join|within|interval|is|array)$/i

function findCalls(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        if (!callable.has(node.name) || view.state.sliceDoc(node.to, node.to + 1) !== '(') return
        if (!notCalled.test(view.state.sliceDoc(node.from, node.to))) builder.add(node.from, node.to, functionName)
      },
    })
  }
  return builder.finish()
}

/** The page's design tokens as an editor theme. Sizes equal those of the plain field shown while the editor loads. */
export const sqlEditorTheme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', color: 'var(--color-text)', fontSize: '12.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--color-text)' },
  '.cm-line': { padding: '0 16px 0 0' },
  '.cm-gutters': { backgroundColor: 'var(--color-surface)', color: 'var(--color-muted)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '34px', padding: '0 12px 0 6px', textAlign: 'right' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--color-hover) 55%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--color-text)' },
  '.cm-gutterElement.cm-error-line': { color: 'var(--color-bad)', fontWeight: '600' },
  '.cm-cursor': { borderLeftColor: 'var(--color-text)', borderLeftWidth: '1.5px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklab, var(--color-accent) 24%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in oklab, var(--color-accent) 14%, transparent)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--color-line-strong)',
    borderRadius: '2px',
  },
  '.cm-function': { color: `${name} !important` },
  '.cm-function *': { color: `${name} !important` },
  '.cm-error-text': {
    textDecoration: 'underline wavy var(--color-bad)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-error-note': {
    fontFamily: 'var(--font-sans)',
    fontSize: '12px',
    lineHeight: '16px',
    padding: '3px 16px 5px 0',
    color: 'var(--color-bad)',
    whiteSpace: 'pre-wrap',
  },
  '.cm-error-note code': { fontFamily: 'var(--font-mono)' },
  '.cm-panels': { backgroundColor: 'var(--color-sunken)', color: 'var(--color-text)', fontFamily: 'var(--font-sans)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--color-line)' },
  '.cm-panel.cm-search': { padding: '6px 28px 6px 12px' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { fontSize: '12px' },
  '.cm-textfield': {
    backgroundColor: 'var(--color-surface)',
    border: '1px solid var(--color-line)',
    borderRadius: '6px',
    color: 'var(--color-text)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--color-surface)',
    border: '1px solid var(--color-line)',
    borderRadius: '6px',
    color: 'var(--color-text)',
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
    maxHeight: '260px',
    minWidth: '220px',
    maxWidth: 'min(520px, calc(100vw - 24px))',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: '26px',
    padding: '0 8px',
    borderRadius: '6px',
    lineHeight: '26px',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--color-accent-soft) !important',
    color: 'var(--color-text) !important',
  },
  '.cm-kind': {
    display: 'flex',
    width: '14px',
    justifyContent: 'center',
    color: 'var(--color-faint)',
    flexShrink: '0',
  },
  '.cm-kind-column .cm-kind, .cm-kind-table .cm-kind': { color: 'var(--color-accent)' },
  '.cm-completionLabel': { flexShrink: '0', maxWidth: '260px', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600', color: 'var(--color-accent)' },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    paddingLeft: '12px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontStyle: 'normal',
    fontSize: '12px',
    color: 'var(--color-muted)',
  },
})
