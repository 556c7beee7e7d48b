import { setDiagnostics } from '@codemirror/lint'
import {
  RangeSet,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type TransactionSpec,
} from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutterLineClass, WidgetType, type DecorationSet } from '@codemirror/view'

/** An error and its range in the text. */
export interface ErrorMarker {
  readonly from: number
  readonly to: number
  readonly message: string
}

const setMarker = StateEffect.define<ErrorMarker | null>()

interface MarkerState {
  readonly marker: ErrorMarker | null
  readonly decorations: DecorationSet
  readonly gutter: RangeSet<GutterMarker>
}

const none: MarkerState = { marker: null, decorations: Decoration.none, gutter: RangeSet.empty }

/** Colours the line number red and shows the message under its line, until the marked text is changed. */
const markerField = StateField.define<MarkerState>({
  create: () => none,
  update: (value, transaction) => {
    for (const effect of transaction.effects) if (effect.is(setMarker)) return stateOf(transaction.state, effect.value)
    if (!transaction.docChanged || value.marker === null) return value
    const { from, to, message } = value.marker
    if (transaction.changes.touchesRange(from, to) !== false) return none
    return stateOf(transaction.state, {
      from: transaction.changes.mapPos(from, 1),
      to: transaction.changes.mapPos(to, -1),
      message,
    })
  },
  provide: (field) => [
    EditorView.decorations.from(field, (value) => value.decorations),
    gutterLineClass.from(field, (value) => value.gutter),
  ],
})

export const errorMarker: Extension = markerField

/** Shows an error, or none. It is also a diagnostic, so that F8 goes to it and screen readers announce it. */
export function showError(state: EditorState, marker: ErrorMarker | null): TransactionSpec {
  const spec = setDiagnostics(state, marker === null ? [] : [{ ...marker, severity: 'error' }])
  return { ...spec, effects: [...[spec.effects ?? []].flat(), setMarker.of(marker)] }
}

function stateOf(state: EditorState, marker: ErrorMarker | null): MarkerState {
  if (marker === null || marker.to > state.doc.length) return none
  const line = state.doc.lineAt(marker.from)
  const note = Decoration.widget({ widget: new ErrorNote(marker.message), side: 1, block: true }).range(line.to)
  const marked =
    marker.to > marker.from ? [Decoration.mark({ class: 'cm-error-text' }).range(marker.from, marker.to)] : []
  return {
    marker,
    decorations: Decoration.set([...marked, note], true),
    gutter: RangeSet.of([errorLine.range(line.from)]),
  }
}

const errorLine = new (class extends GutterMarker {
  override elementClass = 'cm-error-line'
})()

class ErrorNote extends WidgetType {
  readonly message: string
  constructor(message: string) {
    super()
    this.message = message
  }
  override eq(other: ErrorNote): boolean {
    return other.message === this.message
  }
  override toDOM(): HTMLElement {
    const note = document.createElement('div')
    note.className = 'cm-error-note'
    // Names are in backticks.
    for (const [index, part] of this.message.split('`').entries()) {
      if (index % 2 === 0) note.append(part)
      else note.append(Object.assign(document.createElement('code'), { textContent: part }))
    }
    return note
  }
}
