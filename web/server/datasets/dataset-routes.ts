import { workspaceParameter } from '@tidemark/shared/accounts/workspace-address'
import { earlierFileRequestSchema } from '@tidemark/shared/datasets/earlier-file-request'
import * as z from 'zod/mini'
import { datasetIdOf } from './upload/dataset-id-of'
import { type ApiRoute, answerJson, uploadOf, route } from '../http/api-route'
import {
  datasetIdSchema,
  datasetKey,
  datasetPrefix,
  datasetSchema,
  earlierFileDays,
} from '@tidemark/shared/datasets/dataset'
import { chooseEncodingSchema, chooseHeaderSchema, findTypesSchema } from '@tidemark/shared/datasets/read-again'
import { answerReadAgain } from './upload/answer-read-again'
import { answerWithStream } from '../http/streamed-file'
import { getDataset, listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { badRowPolicySchema } from '@tidemark/shared/datasets/bad-rows'
import { differencesText } from '@tidemark/shared/datasets/dataset-differences'
import { textEncodingNameSchema } from '@tidemark/shared/datasets/text-encoding'
import { type ImportPhase } from '@tidemark/shared/datasets/upload'
import { controllerWith } from '../base/abort-signals'
import { mustBeDone } from './upload/must-be-done'
import { streamUpload, wantsLines } from './upload/stream-upload'
import { newId } from '@tidemark/shared/base/ids'
import { requirePermission } from '@tidemark/shared/access/rules'
import { addInPlaceSchema, filesInPlaceSchema } from '@tidemark/shared/datasets/file-in-place'

const deleteQuerySchema = z.extend(earlierFileRequestSchema, { [workspaceParameter]: z.optional(z.string()) })

/** How a file that is sent is to be read. */
const fileQuerySchema = z.strictObject({
  fileName: z.string().check(z.minLength(1), z.maxLength(255)),
  /** Of a workbook the sheet to read, of an SQLite file the table. */
  table: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  badRows: z.optional(badRowPolicySchema),
  /** Of a CSV or TSV file. Absent: as was chosen for the file it replaces, else found from its bytes. */
  encoding: z.optional(textEncodingNameSchema),
  /** Whether the first row of a CSV, TSV or XLSX file names its columns. Absent: as encoding, found from its rows. */
  hasHeader: z.optional(z.stringbool({ truthy: ['true'], falsy: ['false'] })),
  [workspaceParameter]: z.optional(z.string()),
})

const versionQuerySchema = z.extend(fileQuerySchema, { accept: z.optional(z.string().check(z.maxLength(64))) })

const uploadQuerySchema = z.extend(fileQuerySchema, {
  name: z.optional(datasetSchema.shape.name),
  /** Chosen by the caller, so that an upload can be tried again without making two datasets. */
  id: z.optional(datasetIdSchema),
})

export const datasetRoutes: readonly ApiRoute[] = [
  route(
    {
      method: 'POST',
      path: '/api/datasets/:id/earlier',
      summary: `Puts the earlier file of a dataset back in the place of the present one, which is the earlier one from then on. There is one, under \`earlier\` of the dataset, for ${earlierFileDays} days after its rows were replaced, or until they are replaced again.`,
      tokenScope: 'content:write',
      body: earlierFileRequestSchema,
      answer: 'The dataset. Its columns are those of the earlier file.',
      errors: ['invalid-request', 'not-found', 'changed-since', 'forbidden'],
      example: `curl -s http://127.0.0.1:3000/api/datasets/orders1/earlier -H 'content-type: application/json' -d '{"versionId": "V1StGXR8_Z5jdHi6B-myT"}'`,
    },
    async ({ actor, services, params, body }) => {
      const id = datasetIdOf(params)
      const dataset = await services.datasets.goBack(actor, id, body.versionId)
      return answerJson(dataset)
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/api/datasets/:id/earlier',
      summary:
        'Deletes the earlier file of a dataset for good; its rows leave the disk a quarter of an hour later. Query: `versionId` of that file.',
      tokenScope: 'content:write',
      query: deleteQuerySchema,
      answer: 'The dataset.',
      errors: ['invalid-request', 'not-found', 'changed-since', 'forbidden'],
      example: `curl -s -X DELETE 'http://127.0.0.1:3000/api/datasets/orders1/earlier?versionId=V1StGXR8_Z5jdHi6B-myT'`,
    },
    async ({ query, actor, services, params }) => {
      const id = datasetIdOf(params)
      const { versionId } = query
      const dataset = await services.datasets.deleteEarlier(actor, id, versionId)
      return answerJson(dataset)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/datasets/:id/encodings',
      summary:
        'Some lines of the CSV or TSV file of a dataset, in each encoding it may be in, the likeliest first. There are none of a file of ASCII alone.',
      tokenScope: 'content:write',
      answer:
        '`{versionId, previews: [{encoding, lines, unreadableCount}]}`, where `unreadableCount` counts the U+FFFD.',
      errors: ['not-found', 'forbidden'],
      example: `curl -s http://127.0.0.1:3000/api/datasets/orders1/encodings`,
    },
    async ({ request, actor, services, params }) => {
      const previews = await services.datasets.encodings(actor, datasetIdOf(params), request.signal)
      return answerJson(previews)
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/datasets/:id/encodings',
      summary:
        'Reads the CSV or TSV file of a dataset again in another encoding, which then also holds for newer files that it fits. `versionId` is that of the file that is meant.',
      tokenScope: 'content:write',
      body: chooseEncodingSchema,
      answer:
        '`{kind: "done", dataset}`, or where the columns would be others, and nothing was changed, `{kind: "differs", differences, accept}`: the same request with `accept` takes them.',
      errors: ['invalid-request', 'not-found', 'changed-since', 'upload-unreadable', 'forbidden', 'disk-full'],
      example: `curl -s http://127.0.0.1:3000/api/datasets/orders1/encodings -H 'content-type: application/json' -d '{"versionId": "V1StGXR8_Z5jdHi6B-myT", "encoding": "windows-1251"}'`,
    },
    async ({ request, actor, services, params, body }) =>
      answerReadAgain(await services.datasets.chooseEncoding(actor, datasetIdOf(params), body, request.signal)),
  ),

  route(
    {
      method: 'POST',
      path: '/api/datasets/:id/header',
      summary:
        'Reads the CSV, TSV or XLSX file of a dataset again, with its first row as the names of the columns (`hasHeader`) or as values, which then also holds for newer files. `versionId` is that of the file that is meant.',
      tokenScope: 'content:write',
      body: chooseHeaderSchema,
      answer: 'As that of `POST /api/datasets/{id}/encodings`.',
      errors: ['invalid-request', 'not-found', 'changed-since', 'upload-unreadable', 'forbidden', 'disk-full'],
      example: `curl -s http://127.0.0.1:3000/api/datasets/orders1/header -H 'content-type: application/json' -d '{"versionId": "V1StGXR8_Z5jdHi6B-myT", "hasHeader": false}'`,
    },
    async ({ request, actor, services, params, body }) =>
      answerReadAgain(await services.datasets.chooseHeader(actor, datasetIdOf(params), body, request.signal)),
  ),

  route(
    {
      method: 'GET',
      path: '/api/datasets/:id/left-out',
      summary: 'The rows that were left out when the file of a dataset was read (`badRows=leave-out`).',
      tokenScope: 'content:write',
      answer: 'CSV with the columns row, line, reason and text.',
      errors: ['not-found', 'forbidden'],
      example: `curl -s http://127.0.0.1:3000/api/datasets/orders1/left-out`,
    },
    async ({ actor, services, params }) => {
      const id = datasetIdOf(params)
      const { fileName, content } = await services.datasets.leftOut(actor, id)
      return answerWithStream({ fileName, contentType: 'text/csv; charset=utf-8', body: content })
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/datasets/:id',
      summary: 'One dataset: its columns, types, null counts, sample values and what the import noted.',
      tokenScope: 'data:read',
      answer: 'The dataset.',
      answerSchema: datasetSchema,
      errors: ['not-found'],
      example: `curl -s http://127.0.0.1:3000/api/datasets/sample-bird-strikes`,
    },
    async ({ actor, services, params }) => {
      const id = datasetIdOf(params)
      const { view } = await services.sync.readView(actor, [datasetKey(id)])
      const dataset = getDataset(view, id)
      if (dataset === undefined || dataset.deletedAt !== null) throw new TidemarkError('not-found')
      return answerJson(dataset)
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/datasets/:id/types',
      summary:
        'Reads the file of a dataset again and finds the types of some `columns`, by name, from their values alone. Of a file that took the place of another, columns keep the types they had while the values fit; `foundType` of a column is what a text could be. `versionId` is that of the file that is meant.',
      tokenScope: 'content:write',
      body: findTypesSchema,
      answer: 'As that of `POST /api/datasets/{id}/encodings`.',
      errors: ['invalid-request', 'not-found', 'changed-since', 'upload-unreadable', 'forbidden', 'disk-full'],
      example: `curl -s http://127.0.0.1:3000/api/datasets/orders1/types -H 'content-type: application/json' -d '{"versionId": "V1StGXR8_Z5jdHi6B-myT", "columns": ["amount"]}'`,
    },
    async ({ request, actor, services, params, body }) =>
      answerReadAgain(await services.datasets.findTypes(actor, datasetIdOf(params), body, request.signal)),
  ),

  route(
    {
      method: 'POST',
      path: '/api/datasets/:id/versions',
      summary:
        'Replaces the rows of a dataset by those of a newer file; the body is the file as it is. Its name and the table’s stay, so charts go on. Columns keep the types they had where the values fit. Query: `fileName`, optionally `table`, `accept`, and `badRows`, `encoding` and `hasHeader` as when it was made; what is chosen also holds for later files, an encoding where it fits.',
      tokenScope: 'content:write',
      query: versionQuerySchema,
      answer:
        '200 with the dataset; with `Accept: application/x-ndjson` lines as when it was made. Where the columns differ nothing is changed: `upload-differs` says how, or the line `{kind: "differs", differences, accept}`; the same request with `accept` (of the line, or from `choices`) takes those columns.',
      errors: [
        'invalid-request',
        'not-found',
        'upload-differs',
        'upload-bad-rows',
        'changed-since',
        'upload-table',
        'upload-empty',
        'upload-type',
        'upload-unreadable',
        'upload-too-large',
        'forbidden',
        'disk-full',
      ],
      example: `curl -s --data-binary @orders.csv 'http://127.0.0.1:3000/api/datasets/orders1/versions?fileName=orders.csv'`,
    },
    async ({ request, query, actor, services, params }) => {
      const id = datasetIdOf(params)
      const content = uploadOf(request)
      const left = controllerWith(request.signal)
      const { fileName, table, accept, badRows, encoding, hasHeader } = query
      const replaceFile = (onPhase?: (phase: ImportPhase) => void) =>
        services.datasets.replaceFile(
          actor,
          id,
          { fileName, table, accept, badRows, encoding, hasHeader, content, onPhase },
          left.signal,
        )
      if (wantsLines(request)) return streamUpload(replaceFile, () => left.abort(), services)
      const outcome = await replaceFile()
      if (outcome.kind === 'differs') {
        const detail = differencesText(outcome.differences)
        throw new TidemarkError('upload-differs', { detail, choices: [outcome.accept] })
      }
      return answerJson(mustBeDone(outcome))
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/datasets',
      summary: 'The datasets in use, by name.',
      tokenScope: 'data:read',
      answer: '`{datasets}`, each as under `GET /api/datasets/{id}`.',
      example: `curl -s http://127.0.0.1:3000/api/datasets`,
    },
    async ({ actor, services }) => {
      const { view } = await services.sync.readView(actor, [datasetPrefix])
      return answerJson({ datasets: listDatasets(view) })
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/datasets',
      summary:
        'Reads a file into the workspace; the body is the file as it is (CSV, TSV, XLSX, Parquet, JSON, NDJSON or SQLite, each also compressed with gzip or in a ZIP archive). Query: `fileName` (its ending says the format), optionally `name`, `table` (the sheet of a workbook, the table of an SQLite file, the list of a JSON file or the file of a ZIP archive that has several), `id` to try an upload again without making two datasets, and `badRows`: `ask` (when absent), `leave-out` (rows that do not fit the others are kept apart) or `as-text` (every row is kept, and a column with a value that does not fit is text). `encoding` says what a CSV or TSV file is in (`windows-1251`, `gb18030`, …), which is found from its bytes when absent. `hasHeader` (`true` or `false`) says whether the first row of a CSV, TSV or XLSX file names its columns, which is found from its rows when absent.',
      tokenScope: 'content:write',
      status: 201,
      query: uploadQuerySchema,
      answer:
        '201 with the dataset. With `Accept: application/x-ndjson` lines `{kind: "phase", phase}` and at last `{kind: "done", dataset}` or `{kind: "failed", error}`. A file that cannot be read is kept not even in part; the error names the row. `upload-table` has the names to choose from in `choices`. Where rows do not fit and `badRows` is to ask, nothing is kept: `upload-bad-rows` names the first of them and has the values of `badRows` to choose from in `choices`, or the line `{kind: "bad-rows", badRows: {rowCount, badCount, rows: [{row, line, reason, text}], choices}}` shows the first twenty.',
      errors: [
        'invalid-request',
        'not-found',
        'upload-bad-rows',
        'upload-table',
        'upload-empty',
        'upload-type',
        'upload-unreadable',
        'upload-too-large',
        'upload-name-taken',
        'forbidden',
        'disk-full',
      ],
      example: `curl -s --data-binary @orders.csv 'http://127.0.0.1:3000/api/datasets?fileName=orders.csv'`,
    },
    async ({ request, query, actor, services }) => {
      const { id, fileName, name, table, badRows, encoding, hasHeader } = query
      const content = uploadOf(request)
      const left = controllerWith(request.signal)
      const importFile = (onPhase?: (phase: ImportPhase) => void) =>
        services.datasets.importFile(
          actor,
          {
            id: id ?? datasetIdSchema.parse(newId()),
            fileName,
            name,
            table,
            badRows,
            encoding,
            hasHeader,
            content,
            onPhase,
          },
          left.signal,
        )
      if (wantsLines(request)) return streamUpload(importFile, () => left.abort(), services)
      return answerJson(mustBeDone(await importFile()), 201)
    },
  ),

  route(
    {
      method: 'GET',
      path: '/api/folders',
      summary: 'The files of the folders that this server reads in place (`TIDEMARK_FOLDERS`); none in team mode.',
      answer: 'The files, by path.',
      answerSchema: filesInPlaceSchema,
      example: `curl -s http://127.0.0.1:3000/api/folders`,
    },
    async ({ actor, services }) => {
      requirePermission(actor, { do: 'upload-data' })
      return answerJson({ files: await services.foldersInPlace.list() })
    },
  ),

  route(
    {
      method: 'POST',
      path: '/api/folders',
      summary: 'Makes one of these files a dataset, whose rows are read again when the file changes.',
      body: addInPlaceSchema,
      status: 201,
      answer: '201 with the dataset, or 200 with the one that there is of that file and table.',
      answerSchema: datasetSchema,
      errors: [
        'not-found',
        'upload-table',
        'upload-unreadable',
        'upload-empty',
        'upload-type',
        'upload-too-large',
        'disk-full',
      ],
      example: `curl -s http://127.0.0.1:3000/api/folders -H 'content-type: application/json' -d '{"path": "/srv/data/orders.csv"}'`,
    },
    async ({ request, actor, services, body }) => {
      const { dataset, isNew } = await services.datasetsInPlace.add(actor, body, request.signal)
      return answerJson(dataset, isNew ? 201 : 200)
    },
  ),
]
