import { newId } from '@tidemark/shared/base/ids'

/** A message among the tabs of a browser about who is signed in. */
export type SessionMessage =
  | { readonly kind: 'signed-in' }
  /** Asks every workspace to send its pending changes now. */
  | { readonly kind: 'send-now' }
  /** Asks every page of this person to close what it keeps open and to be left. */
  | { readonly kind: 'signed-out'; readonly userId: string }

interface Envelope {
  readonly from: string
  readonly message: SessionMessage
}

const channelName = 'tidemark-session'

/** Identifies this page, because a channel's message also reaches other channels of the sending page. */
let ownName: string | undefined

export function announceSignedIn(): void {
  send({ kind: 'signed-in' })
}

export function announceSendNow(): void {
  send({ kind: 'send-now' })
}

export function announceSignedOut(userId: string): void {
  send({ kind: 'signed-out', userId })
}

/** Listens to messages of other tabs; returns a function that stops it. */
export function onSessionMessage(listener: (message: SessionMessage) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data: { from, message } }: MessageEvent<Envelope>) => from !== ownName && listener(message)
  return () => channel.close()
}

function send(message: SessionMessage): void {
  const channel = new BroadcastChannel(channelName)
  ownName ??= newId()
  const envelope: Envelope = { from: ownName, message }
  channel.postMessage(envelope)
  channel.close()
}
