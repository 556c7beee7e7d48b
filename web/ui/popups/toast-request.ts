export interface ToastOptions {
  readonly description?: string | undefined
  readonly action?: { readonly label: string; readonly onClick: () => void } | undefined
  /** A toast with the same id replaces the one before. */
  readonly id?: string | undefined
}

export type ToastTone = 'plain' | 'good' | 'warn' | 'bad'
export interface ToastRequest extends ToastOptions {
  readonly tone: ToastTone
  readonly title: string
  readonly isDismissed?: false
}
/** Takes away a toast that is shown. */
export interface ToastDismissal {
  readonly id: string
  readonly isDismissed: true
}

export interface ToastLayerProps {
  /** Takes what was asked for so far. */
  readonly takeQueue: () => readonly (ToastRequest | ToastDismissal)[]
  readonly subscribe: (listener: () => void) => () => void
}
