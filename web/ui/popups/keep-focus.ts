/** An element that had the focus, and the menu or dialog around it. */
interface Held {
  readonly element: HTMLElement
  readonly popup: Element | null
}

/** The surroundings of an element at the time when it was removed from the page. */
interface Gap {
  readonly parent: Node
  readonly previous: Node | null
  readonly next: Node | null
}

/**
 * Moves the focus to a neighbour if the focused element is removed, such as a filter that is cleared or a row that is
 * deleted. Browsers drop the focus, and Tab then starts at the top. Returns a function that stops it.
 */
export function keepFocus(): () => void {
  /** The last focused element, followed by those that had the focus before menus and dialogs opened. */
  let held: readonly Held[] = []
  const gaps = new Map<Node, Gap>()
  let frame = 0
  const settle = () => {
    frame = 0
    const gone = held.find(({ element, popup }) => !element.isConnected && popup?.isConnected !== false)?.element
    // By now other code has restored the focus if it does so, as when a dialog closes.
    if (gone !== undefined && document.activeElement === document.body)
      heirOf(gone, gaps)?.focus({ preventScroll: true })
    held = held.filter(({ element }) => element.isConnected)
    gaps.clear()
  }
  const observer = new MutationObserver((records) => {
    if (held.every(({ element }) => element.isConnected)) return
    for (const { target, removedNodes, previousSibling, nextSibling } of records)
      for (const node of removedNodes) gaps.set(node, { parent: target, previous: previousSibling, next: nextSibling })
    if (frame === 0) frame = requestAnimationFrame(settle)
  })
  const hold = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement)) return
    // A focus set by pointer is ignored: nobody continues from there by keyboard.
    if (!target.matches(':focus-visible')) return void (held = [])
    const popup = target.closest('[role=menu], [role=dialog]')
    held = [{ element: target, popup }, ...(popup === null ? [] : held.filter((other) => other.popup === null))]
  }
  const onFocusIn = ({ target }: FocusEvent) => hold(target)
  hold(document.activeElement)
  addEventListener('focusin', onFocusIn)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    cancelAnimationFrame(frame)
    removeEventListener('focusin', onFocusIn)
    observer.disconnect()
  }
}

/** Returns the element after the removed part of the page, else before it, else around it within the same group. */
function heirOf(gone: HTMLElement, gaps: ReadonlyMap<Node, Gap>): HTMLElement | null {
  let part: Node = gone
  while (part.parentNode !== null) part = part.parentNode
  let gap = gaps.get(part)
  // It was removed with an ancestor that was removed a moment later.
  while (gap !== undefined && !gap.parent.isConnected) {
    let around: Node = gap.parent
    while (around.parentNode !== null) around = around.parentNode
    gap = gaps.get(around)
  }
  if (gap === undefined) return null
  const after = (node: Node | null) => firstFrom(present(node, 'next', gaps), 'nextSibling')
  const before = (node: Node | null) => firstFrom(present(node, 'previous', gaps), 'previousSibling')
  let heir = after(gap.next) ?? before(gap.previous)
  for (
    let around = gap.parent;
    heir === null && around instanceof Element && !around.matches(groups);
    around = around.parentNode ?? document
  )
    heir = after(around.nextSibling) ?? before(around.previousSibling)
  return heir
}

const groups = 'main, aside, nav, section, fieldset, table, [role=group], [role=dialog], body'

/** Returns the sibling, or the next one on that side if it was removed too. */
function present(node: Node | null, side: 'next' | 'previous', gaps: ReadonlyMap<Node, Gap>): Node | null {
  let sibling = node
  while (sibling !== null && !sibling.isConnected) sibling = gaps.get(sibling)?.[side] ?? null
  return sibling
}

function firstFrom(start: Node | null, step: 'nextSibling' | 'previousSibling'): HTMLElement | null {
  for (let node = start; node !== null; node = node[step]) {
    if (!(node instanceof HTMLElement)) continue
    if (node.matches(focusable) && isSeen(node)) return node
    const inside = [...node.querySelectorAll<HTMLElement>(focusable)].filter(isSeen)
    const found = step === 'nextSibling' ? inside[0] : inside.at(-1)
    if (found !== undefined) return found
  }
  return null
}

function isSeen(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true })
}

const focusable =
  ':is(a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex]):not(:disabled, [tabindex="-1"])'
