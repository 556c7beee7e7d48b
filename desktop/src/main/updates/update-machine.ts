import type { UpdateState } from '@tidemark/shared/ipc/update-state'

/** An event from the updater or the person. isLoading: the download starts without asking. load: the person agreed. */
export type UpdateEvent =
  | { readonly kind: 'check' }
  | { readonly kind: 'found'; readonly version: string; readonly isLoading: boolean }
  | { readonly kind: 'load' }
  | { readonly kind: 'none' }
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'downloaded'; readonly version: string }
  | { readonly kind: 'failed'; readonly reason: string }

/**
 * Returns the state after an event. An event that makes no sense in a state changes nothing: a downloaded update is
 * lost only when it is withdrawn.
 */
export function nextUpdateState(state: UpdateState, event: UpdateEvent): UpdateState {
  if (state.kind === 'unsupported') return state
  switch (event.kind) {
    case 'check':
      return state.kind === 'ready' || state.kind === 'downloading' ? state : { kind: 'checking' }
    case 'found':
      if (state.kind === 'ready' && state.version === event.version) return state
      return event.isLoading
        ? { kind: 'downloading', version: event.version, percent: 0 }
        : { kind: 'available', version: event.version }
    case 'load':
      return state.kind === 'available' ? { kind: 'downloading', version: state.version, percent: 0 } : state
    case 'none':
      if (state.kind === 'ready') return { kind: 'withdrawn', version: state.version }
      return state.kind === 'checking' ? { kind: 'current' } : state
    case 'progress':
      return state.kind === 'downloading'
        ? { ...state, percent: Math.max(state.percent, Math.min(100, Math.round(event.percent))) }
        : state
    case 'downloaded':
      if (state.kind === 'ready' && state.version === event.version) return state
      return { kind: 'ready', version: event.version }
    case 'failed':
      return state.kind === 'ready' ? state : { kind: 'failed', reason: event.reason }
  }
}
