import { parentPort, workerData } from 'node:worker_threads'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type {
  DocumentAnswers,
  DocumentRequest,
  FromDocumentWorker,
  PublicPageForm,
} from '@/server/documents/document-messages'
import { createEntryView } from '@/server/sync/entry-view'
import { drawDocument } from './draw-document'
import { drawPublicPage } from './draw-public-page'
import { readDocument } from './read-document'
import { readPublicPage } from './read-public-page'

/** The main function of the worker that draws one document: it says which answers it needs, then draws them. */
function main(): void {
  const port = parentPort
  if (port === null) throw new Error('this program runs as a worker')
  const send = (message: FromDocumentWorker) => port.postMessage(message)
  const drawPage = (view: EntryView, { target, actor, now }: DocumentRequest, page: PublicPageForm) => {
    const read = readPublicPage(view, { target, actor, now }, page)
    const { timeZone, weekStart } = getWorkspace(view) ?? { timeZone: 'UTC', weekStart: 1 }
    port.once('message', (answers: DocumentAnswers) => {
      void attempt(async () => {
        const bytes = await drawPublicPage(read, answers, { page, timeZone, weekStart, now })
        send({ kind: 'made', title: read.title, bytes })
      })
    })
    const runs = new Map(read.runs.map((run) => [run.key, run]))
    send({ kind: 'needs', runs: [...runs.values()], imageIds: [] })
  }
  const attempt = (run: () => void | Promise<void>) =>
    Promise.resolve()
      .then(run)
      .catch((thrown: unknown) => send({ kind: 'failed', error: toTidemarkError(thrown).toBody() }))
  // The host made it as a DocumentRequest.
  const request = workerData as DocumentRequest
  void attempt(() => {
    const view = createEntryView(request.entries)
    if (request.page !== undefined) return drawPage(view, request, request.page)
    const read = readDocument(view, request)
    const { timeZone, weekStart } = getWorkspace(view) ?? { timeZone: 'UTC', weekStart: 1 }
    port.once('message', (answers: DocumentAnswers) => {
      void attempt(async () => {
        const bytes = await drawDocument(read, answers, { ...request, timeZone, weekStart })
        send({ kind: 'made', title: read.title, bytes })
      })
    })
    const runs = new Map([...read.asked.values()].flatMap(({ run }) => (run === null ? [] : [[run.key, run] as const])))
    const tiles = read.chapters.flatMap((chapter) => chapter.tiles)
    send({
      kind: 'needs',
      runs: [...runs.values()].map(({ key, item }) => ({ key, item })),
      imageIds: [...new Set(tiles.flatMap(({ content }) => (content.kind === 'image' ? [content.imageId] : [])))],
    })
  })
}

main()
