import { contentDisposition } from './content-disposition'

interface StreamedFile {
  readonly fileName: string
  readonly contentType: string
  readonly body: ReadableStream<Uint8Array>
}

/** A file that is sent as it is made: nobody on the way is to collect, compress or keep it. */
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
