import { addSettings, cutTexts, parseToFrame, toWire, type FromFrame } from './embed-messages'
import type { EmbedField } from './embed-types'
import { addKeys } from './frame-keys'
import { cellAt, markAt, seriesAt } from './frame-marks'
import { addTip } from './frame-tip'

/**
 * The script of pages that are shown in a frame. It says nothing until the page around it asks. That page's origin is on
 * the link's list: the browser shows the frame to no other (`frame-ancestors`), and tells the origin with each message.
 */

/** The origin of the page around this one, once it has asked. */
let around: string | null = null

function send(message: FromFrame): void {
  if (around !== null) parent.postMessage(toWire(message), around)
}

window.addEventListener('message', ({ source, origin, data }: MessageEvent) => {
  if (source !== parent || parent === window || !isAround(origin)) return
  const message = parseToFrame(data)
  if (message === null) return
  if (message.kind === 'hello') {
    around = origin
    send(stateOfPage())
  } else {
    const address = new URL(location.href)
    addSettings(address.searchParams, message)
    location.replace(address)
  }
})

/** Returns true for the origin of the page around this one, as far as the browser tells it beforehand. */
function isAround(origin: string): boolean {
  const [nearest] = location.ancestorOrigins ?? []
  return origin !== 'null' && (nearest === undefined || nearest === origin)
}

function stateOfPage(): FromFrame {
  const { error } = document.body.dataset
  if (error === 'token-expired') return { kind: 'token-expired', search: location.search.slice(0, 10_000) }
  if (error !== undefined)
    return { kind: 'error', code: error, message: document.querySelector('main')?.innerText.slice(0, 1000) ?? '' }
  return { kind: 'loaded', title: document.title.slice(0, 1000), heightPx: heightPx(), fields: fieldsOfPage() }
}

function heightPx(): number {
  return document.body.getBoundingClientRect().height
}

function fieldsOfPage(): readonly EmbedField[] {
  return [...document.querySelectorAll<HTMLElement>('[data-field]')].map(({ dataset }) => {
    const { field: name = '', label = '', values } = dataset
    // Many values of a filter are one text.
    return { name, label, values: new URLSearchParams(values).getAll(name).flatMap((text) => text.split('\u001f')) }
  })
}

new ResizeObserver(() => send({ kind: 'resize', heightPx: heightPx() })).observe(document.body)

document.addEventListener('click', (event) => {
  // Whoever marks the text of a cell to copy it means nothing else.
  if (getSelection()?.isCollapsed === false) return
  choose(event.target, () => seriesAt(event))
})
document.addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
  if (key === 'Enter' && !ctrlKey && !metaKey && !altKey) choose(target, () => null)
})

function choose(target: EventTarget | null, seriesOfMark: () => string | null): void {
  const cell = cellAt(target)
  if (cell !== null) return send({ kind: 'mark-clicked', ...cutTexts(cell) })
  const mark = markAt(target)
  if (mark !== null) send({ kind: 'mark-clicked', ...cutTexts({ ...mark, series: seriesOfMark() }) })
}

addKeys()
addTip()
