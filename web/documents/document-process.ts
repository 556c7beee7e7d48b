import { parentPort } from 'node:worker_threads'
import { toTidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { getWorkspace } from '@tidemark/shared/workspaces/workspace-queries'
import type { EntryView } from '@tidemark/shared/entries/entry-tx'
import type {
  DocumentAnswers,
  DocumentNeeds,
  DocumentRequest,
  DrawnFile,
  FromDocumentWorker,
  PublicPageForm,
  ToDocumentWorker,
} from '@/server/documents/document-messages'
import { createEntryView } from '@/server/sync/entry-view'
import { drawDocument } from './draw-document'
import { drawPublicPage } from './draw-public-page'
import { readDocument } from './read-document'
import { readPublicPage } from './read-public-page'

interface ReadNeeds {
  readonly needs: DocumentNeeds
  readonly draw: (answers: DocumentAnswers) => Promise<DrawnFile>
}

/** The main function of the worker that draws documents, one at a time: it says which answers each needs, then draws it. */
function main(): void {
  const port = parentPort
  if (port === null) throw new Error('this program runs as a worker')
  const send = (message: FromDocumentWorker) => port.postMessage(message)
  let draw: ReadNeeds['draw'] | undefined
  const take = async (message: ToDocumentWorker) => {
    if (message.kind === 'draw') {
      const read = readNeeds(message.request)
      draw = read.draw
      send({ kind: 'needs', ...read.needs })
      return
    }
    const drawn = draw?.(message.answers)
    // What was read of one document is not held until the next.
    draw = undefined
    if (drawn !== undefined) send({ kind: 'made', ...(await drawn) })
  }
  port.on('message', (message: ToDocumentWorker) => {
    take(message).catch((thrown: unknown) => send({ kind: 'failed', error: toTidemarkError(thrown).toBody() }))
  })
}

function readNeeds(request: DocumentRequest): ReadNeeds {
  const view = createEntryView(request.entries)
  if (request.page !== undefined) return readPageNeeds(view, request, request.page)
  const read = readDocument(view, request)
  const runs = new Map([...read.asked.values()].flatMap(({ run }) => (run === null ? [] : [[run.key, run] as const])))
  const tiles = read.chapters.flatMap((chapter) => chapter.tiles)
  return {
    needs: {
      runs: [...runs.values()].map(({ key, item }) => ({ key, item })),
      imageIds: [...new Set(tiles.flatMap(({ content }) => (content.kind === 'image' ? [content.imageId] : [])))],
    },
    draw: async (answers) => ({
      title: read.title,
      bytes: await drawDocument(read, answers, { ...request, ...calendarOf(view) }),
    }),
  }
}

function readPageNeeds(view: EntryView, { target, actor, now }: DocumentRequest, page: PublicPageForm): ReadNeeds {
  const read = readPublicPage(view, { target, actor, now }, page)
  const runs = new Map(read.runs.map((run) => [run.key, run]))
  return {
    needs: { runs: [...runs.values()], imageIds: [] },
    draw: async (answers) => ({
      title: read.title,
      bytes: await drawPublicPage(read, answers, { page, ...calendarOf(view), now }),
    }),
  }
}

function calendarOf(view: EntryView) {
  const { timeZone, weekStart } = getWorkspace(view) ?? { timeZone: 'UTC', weekStart: 1 }
  return { timeZone, weekStart }
}

main()
