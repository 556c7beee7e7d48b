import { linesOf, markAt } from './frame-marks'

const gapPx = 12
const edgePx = 4

/** Shows the words of a mark beside it while a pointer is over it or a key has led to it, until Escape. */
export function addTip(): void {
  const tip = document.createElement('div')
  tip.className = 'tip small'
  // Screen readers read the name of the mark.
  tip.setAttribute('aria-hidden', 'true')
  const hide = () => tip.remove()
  /** left, right: the edges that the words are put beside. */
  const show = (target: EventTarget | null, left: number, right: number, middle: number) => {
    const mark = markAt(target)
    if (mark === null) return hide()
    const [first = '', ...rest] = linesOf(mark)
    const head = document.createElement('div')
    head.className = 'muted'
    head.textContent = first
    tip.replaceChildren(head, rest.join('\n'))
    document.body.append(tip)
    const { offsetWidth: width, offsetHeight: height } = tip
    const { clientWidth, clientHeight } = document.documentElement
    const isRight = right + gapPx + width <= clientWidth - edgePx
    tip.style.left = `${Math.max(edgePx, isRight ? right + gapPx : left - gapPx - width)}px`
    tip.style.top = `${Math.max(edgePx, Math.min(middle - height / 2, clientHeight - height - edgePx))}px`
  }
  const showAt = ({ target, clientX, clientY }: PointerEvent) => show(target, clientX, clientX, clientY)
  document.addEventListener('pointermove', showAt)
  document.addEventListener('pointerdown', showAt)
  document.documentElement.addEventListener('pointerleave', hide)
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return
    const { left, right, top, bottom } = target.getBoundingClientRect()
    show(target, left, right, (top + bottom) / 2)
  })
  document.addEventListener('focusout', hide)
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide()
  })
}
