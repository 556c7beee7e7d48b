import { newId } from '@tidemark/shared/base/ids'

/** A message among the tabs of one browser about who is signed in. */
export type SessionMessage =
  | { readonly kind: 'signed-in' }
  /** Pending changes are to be sent now, in every workspace. */
  | { readonly kind: 'send-now' }
  /** Every page of this person is to be left, and what it keeps open to be closed. */
  | { readonly kind: 'signed-out'; readonly userId: string }

interface Envelope {
  readonly from: string
  readonly message: SessionMessage
}

const channelName = 'tidemark-session'

/** Names this page: a channel's message also reaches other channels of the page that sent it. */
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

/** Hears of what happens in other tabs; returns how to stop. */
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
