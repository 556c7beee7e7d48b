/** Text typed for a field that was not there yet. isEnded: Enter came too. */
export interface AwaitedText {
  readonly text: string
  readonly isEnded: boolean
}

type AwaitedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The field comes within this time or not at all. */
const patienceMs = 3000

/**
 * Collects what is typed between a command that leads to a field, such as that of a new thing's name, and the field's
 * arrival: a quick typist loses no letter, and no letter runs a command.
 */
export function createAwaitedTyping() {
  let awaited: { text: string; isEnded: boolean; untilMs: number } | null = null
  return {
    begin: (atMs: number) => {
      awaited = { text: '', isEnded: false, untilMs: atMs + patienceMs }
    },
    forget: () => {
      awaited = null
    },
    /** Returns true if the key was meant for the field, so that nothing else may take it. */
    take: ({ key, ctrlKey, metaKey, altKey }: AwaitedKey, atMs: number): boolean => {
      if (awaited === null) return false
      const isLetter = /^.$/u.test(key)
      if (atMs > awaited.untilMs || ctrlKey || metaKey || altKey || key === 'Escape' || key === 'Tab') {
        awaited = null
        return false
      }
      if (awaited.isEnded) return isLetter || key === 'Enter'
      if (key === 'Enter') awaited.isEnded = true
      else if (key === 'Backspace') awaited.text = awaited.text.replace(/.$/u, '')
      else if (isLetter) awaited.text += key
      else return false
      return true
    },
    /** Returns what was typed so far, as the field is there; null if nothing was. */
    end: (): AwaitedText | null => {
      const typed = awaited
      awaited = null
      return typed === null || typed.text === '' ? null : { text: typed.text, isEnded: typed.isEnded }
    },
  }
}

const typing = createAwaitedTyping()
let isListening = false

/** Waits for what a command makes, and for the field that it leads to: call it as the command begins. */
export async function awaitingTyping<T>(making: Promise<T>): Promise<T> {
  if (!isListening) {
    isListening = true
    // Capturing, before whatever is focused now takes the key.
    addEventListener('keydown', takeKey, true)
    addEventListener('pointerdown', typing.forget, true)
  }
  typing.begin(performance.now())
  try {
    return await making
  } catch (error) {
    typing.forget()
    throw error
  }
}

/** Returns what was typed for the field that is there now. */
export function awaitedText(): AwaitedText | null {
  return typing.end()
}

function takeKey(event: KeyboardEvent): void {
  const { target } = event
  const isTyped =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  if (isTyped || event.isComposing || !typing.take(event, event.timeStamp)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}
