import { contentDisposition } from './content-disposition'

interface StreamedFile {
  readonly fileName: string
  readonly contentType: string
  readonly body: ReadableStream<Uint8Array>
}

/**
 * Answers with a file that is sent while it is produced; the headers tell proxies not to buffer, compress or cache it.
 */
export function answerWithStream({ fileName, contentType, body }: StreamedFile): Response {
  return new Response(body, {
    headers: {
      'content-type': contentType,
      'content-disposition': contentDisposition(fileName),
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}
