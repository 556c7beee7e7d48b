import { Readable } from 'node:stream'
import { HostAnswer, type Answer } from './host-answer'

/** The same for those who read it as one of the web's. */
export function asResponse(answer: Answer): Response {
  if (!(answer instanceof HostAnswer)) return answer
  const { content, status, headers } = answer
  if (typeof content === 'string') return new Response(content, { status, headers })
  const pieces = content instanceof Uint8Array ? [content] : content
  // The stream of the web and that of node:stream/web are one class with two type declarations.
  const body = Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>
  return new Response(body, { status, headers })
}
