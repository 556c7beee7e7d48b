export interface ToastAction {
  readonly label: string
  readonly onClick: () => void
}

export interface ToastOptions {
  readonly description?: string | undefined
  readonly action?: ToastAction | undefined
  /** Stands before the action. */
  readonly otherAction?: ToastAction | undefined
  /** A toast with the same id replaces the previous one. */
  readonly id?: string | undefined
}

export type ToastTone = 'plain' | 'good' | 'warn' | 'bad'
export interface ToastRequest extends ToastOptions {
  readonly tone: ToastTone
  readonly title: string
  readonly isDismissed?: false
}
/** Removes a shown toast. */
export interface ToastDismissal {
  readonly id: string
  readonly isDismissed: true
}

export interface ToastLayerProps {
  /** Returns the requests so far and empties the queue. */
  readonly takeQueue: () => readonly (ToastRequest | ToastDismissal)[]
  readonly subscribe: (listener: () => void) => () => void
}
