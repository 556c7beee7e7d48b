/** What the tabs of one browser tell each other about who is signed in. */
export type SessionMessage =
  | { readonly kind: 'signed-in' }
  /** Every page of this person is to be left, and what it keeps open to be closed. */
  | { readonly kind: 'signed-out'; readonly userId: string }

const channelName = 'tidemark-session'

export function announceSignedIn(): void {
  send({ kind: 'signed-in' })
}

export function announceSignedOut(userId: string): void {
  send({ kind: 'signed-out', userId })
}

/** Hears of what happens in other tabs; returns how to stop. */
export function onSessionMessage(listener: (message: SessionMessage) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => listener(data)
  return () => channel.close()
}

function send(message: SessionMessage): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(message)
  channel.close()
}
