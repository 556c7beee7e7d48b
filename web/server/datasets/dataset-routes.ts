import * as z from 'zod/mini'
import { type ApiRoute, answerJson, uploadOf, routesOver } from '../http/api-route'
import {
  datasetIdSchema,
  datasetKey,
  datasetPrefix,
  datasetSchema,
  earlierFileDays,
  type DatasetId,
} from '@tidemark/shared/datasets/dataset'
import { deleteEarlierEndpoint, goBackEndpoint } from '@tidemark/shared/datasets/earlier-file-request'
import { encodingPreviewsEndpoint } from '@tidemark/shared/datasets/encoding-previews'
import {
  chooseEncodingEndpoint,
  chooseHeaderEndpoint,
  chooseReadAsEndpoint,
  findTypesEndpoint,
} from '@tidemark/shared/datasets/read-again'
import type { ColumnReadAs } from '@tidemark/shared/datasets/read-as'
import { previewReadAsEndpoint } from '@tidemark/shared/datasets/read-as-preview'
import { answerWithStream } from '../http/streamed-file'
import { getDataset, listDatasets } from '@tidemark/shared/datasets/dataset-queries'
import { TidemarkError } from '@tidemark/shared/errors/tidemark-error'
import { differencesText } from '@tidemark/shared/datasets/dataset-differences'
import {
  datasetEndpoint,
  leftOutRowsEndpoint,
  replaceFileEndpoint,
  uploadEndpoint,
  uploadLineSchema,
  type ImportPhase,
} from '@tidemark/shared/datasets/upload'
import { controllerWith } from '../base/abort-signals'
import { mustBeDone, type ReplaceOutcome } from './upload/dataset-upload'
import { streamUpload, wantsLines } from './upload/stream-upload'
import { newId } from '@tidemark/shared/base/ids'
import { requirePermission } from '@tidemark/shared/access/rules'
import { addInPlaceEndpoint, filesInPlaceEndpoint } from '@tidemark/shared/datasets/file-in-place'

const { route } = routesOver<'datasets' | 'datasetsInPlace' | 'foldersInPlace' | 'log' | 'sync'>()

/** The declaration shared by the routes that read a dataset's file again in another way. */
const ofReadingAgain = {
  tokenScope: 'content:write',
  success:
    '`{kind: "done", dataset}`, or where the columns would be others, and nothing was changed, `{kind: "differs", differences, accept}`: the same request with `accept` takes them.',
  errors: ['invalid-request', 'not-found', 'changed-since', 'upload-unreadable', 'forbidden', 'disk-full'],
} as const

export const datasetRoutes: readonly ApiRoute[] = [
  route(
    {
      ...goBackEndpoint,
      summary: 'Puts the earlier file of a dataset back.',
      description: `It takes the place of the present one, which is the earlier one from then on. There is one, under \`earlier\` of the dataset, for ${earlierFileDays} days after its rows were replaced, or until they are replaced again.`,
      tokenScope: 'content:write',
      success: 'The dataset. Its columns are those of the earlier file.',
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
      ...deleteEarlierEndpoint,
      summary: 'Deletes the earlier file of a dataset for good.',
      description: 'Its rows leave the disk a quarter of an hour later. `versionId` is that of the earlier file.',
      tokenScope: 'content:write',
      success: 'The dataset.',
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
      ...encodingPreviewsEndpoint,
      summary: 'Some lines of a text file in each encoding it may be in.',
      description:
        'Of the CSV or TSV file of a dataset, the likeliest encoding first. There are none of a file of ASCII alone.',
      tokenScope: 'content:write',
      success: '`unreadableCount` counts the U+FFFD in the lines.',
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
      ...chooseEncodingEndpoint,
      summary: 'Reads a dataset’s file again in another encoding.',
      description:
        'It then also holds for newer files that it fits. For CSV and TSV files. `versionId` is that of the file that is meant.',
      ...ofReadingAgain,
      example: `curl -s http://127.0.0.1:3000/api/datasets/orders1/encodings -H 'content-type: application/json' -d '{"versionId": "V1StGXR8_Z5jdHi6B-myT", "encoding": "windows-1251"}'`,
    },
    async ({ request, actor, services, params, body }) =>
      answerReadAgain(await services.datasets.chooseEncoding(actor, datasetIdOf(params), body, request.signal)),
  ),

  route(
    {
      ...chooseHeaderEndpoint,
      summary: 'Reads a dataset’s file again with or without a header.',
      description:
        'The first row of the CSV, TSV or XLSX file is the names of the columns (`hasHeader`) or values, which then also holds for newer files. `versionId` is that of the file that is meant.',
      ...ofReadingAgain,
      example: `curl -s http://127.0.0.1:3000/api/datasets/orders1/header -H 'content-type: application/json' -d '{"versionId": "V1StGXR8_Z5jdHi6B-myT", "hasHeader": false}'`,
    },
    async ({ request, actor, services, params, body }) =>
      answerReadAgain(await services.datasets.chooseHeader(actor, datasetIdOf(params), body, request.signal)),
  ),

  route(
    {
      ...leftOutRowsEndpoint,
      summary: 'The rows that were left out of a dataset.',
      description: 'When its file was read with `badRows=leave-out`.',
      tokenScope: 'content:write',
      success: 'CSV with the columns row, line, reason and text.',
      otherAnswers: [{ type: 'text/csv' }],
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
      ...datasetEndpoint,
      summary: 'One dataset.',
      description:
        'Its columns, types, null counts, sample values and what the import noted. Who may see only results of its charts gets names and types of columns; a restricted column is there only for those who manage the dataset.',
      tokenScope: 'data:read',
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
      ...findTypesEndpoint,
      summary: 'Finds the types of some columns anew.',
      description:
        'Reads the file of a dataset again and finds the types of some `columns`, by name, from their values alone. Of a file that took the place of another, columns keep the types they had while the values fit; `foundType` of a column is what a text could be. `versionId` is that of the file that is meant.',
      ...ofReadingAgain,
      example: `curl -s http://127.0.0.1:3000/api/datasets/orders1/types -H 'content-type: application/json' -d '{"versionId": "V1StGXR8_Z5jdHi6B-myT", "columns": ["amount"]}'`,
    },
    async ({ request, actor, services, params, body }) =>
      answerReadAgain(await services.datasets.findTypes(actor, datasetIdOf(params), body, request.signal)),
  ),

  route(
    {
      ...chooseReadAsEndpoint,
      summary: 'Says what a column is, and reads the file again so.',
      description: `Whatever its values would be found to be, which then also holds for newer files. \`as\` is one of

- \`{"kind": "text"}\`: as the file writes them;
- \`{"kind": "number", "decimal": ","}\`: \`,\` or \`.\` stands before the fraction; \`group\` (\`,\`, \`.\`, a space, \`'\` or \`none\`) groups thousands, any of the others when absent; parentheses are negative, and a percent sign or a currency is taken off;
- \`{"kind": "date", "order": "day-first"}\`, \`month-first\` or \`year-first\`, with a time of day or without;
- \`{"kind": "boolean"}\`: \`true\`, \`yes\`, \`1\` and the like;
- \`null\`: what is found from its values.

\`missing\` of each lists further texts that are no values (\`["999", "unknown"]\`). Values that do not fit become empty, which a note counts. A column of nested values can be text alone; one of bytes, or of a Parquet file, is what it is.`,
      ...ofReadingAgain,
      example: `curl -s http://127.0.0.1:3000/api/datasets/orders1/read-as -H 'content-type: application/json' -d '{"versionId": "V1StGXR8_Z5jdHi6B-myT", "column": "amount", "as": {"kind": "number", "decimal": ","}}'`,
    },
    async ({ request, actor, services, params, body }) =>
      answerReadAgain(await services.datasets.chooseReadAs(actor, datasetIdOf(params), body, request.signal)),
  ),

  route(
    {
      ...previewReadAsEndpoint,
      summary: 'Tells what reading a column so would change.',
      description:
        'Counted over all rows of the file; nothing is changed. `values` are some of the file, those that would change ahead: as the file writes them (`text`), and as the column has them `before` and `after`. `accept` is for the request that reads the file so.',
      tokenScope: 'content:write',
      success: '`misfitCount` counts the values that do not fit and would become empty, of which `misfits` are some.',
      errors: ['invalid-request', 'not-found', 'changed-since', 'upload-unreadable', 'forbidden', 'disk-full'],
      example: `curl -s http://127.0.0.1:3000/api/datasets/orders1/read-as/preview -H 'content-type: application/json' -d '{"versionId": "V1StGXR8_Z5jdHi6B-myT", "column": "amount", "as": {"kind": "number", "decimal": ","}}'`,
    },
    async ({ request, actor, services, params, body }) =>
      answerJson(await services.datasets.previewReadAs(actor, datasetIdOf(params), body, request.signal)),
  ),

  route(
    {
      ...replaceFileEndpoint,
      summary: 'Replaces the rows of a dataset by those of a newer file.',
      description:
        'Its name and the table’s stay, so charts go on. Columns keep the types they had where the values fit. The parameters are as when it was made; what is chosen also holds for later files, an encoding where it fits. Where the columns differ nothing is changed: `upload-differs` says how, or the line `{kind: "differs", differences, accept}`; the same request with `accept` (of the line, or from `choices`) takes those columns.',
      tokenScope: 'content:write',
      success: 'The dataset; with `Accept: application/x-ndjson` lines as when it was made.',
      takesFile: true,
      otherAnswers: [{ type: 'application/x-ndjson', schema: uploadLineSchema }],
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
      const { fileName, table, accept, badRows, encoding, hasHeader, readAs } = query
      const replaceFile = (onPhase?: (phase: ImportPhase) => void) =>
        services.datasets.replaceFile(
          actor,
          id,
          { fileName, table, accept, badRows, encoding, hasHeader, ...readAsGiven(readAs), content, onPhase },
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
      answer: z.object({ datasets: z.array(datasetSchema) }),
      example: `curl -s http://127.0.0.1:3000/api/datasets`,
    },
    async ({ actor, services }) => {
      const { view } = await services.sync.readView(actor, [datasetPrefix])
      return answerJson({ datasets: listDatasets(view) })
    },
  ),

  route(
    {
      ...uploadEndpoint,
      summary: 'Reads a file into the workspace as a dataset.',
      description: `The body is the file as it is: CSV, TSV, XLSX, Parquet, JSON, NDJSON or SQLite, each also compressed with gzip or in a ZIP archive.

- \`fileName\`: its ending says the format.
- \`table\`: the sheet of a workbook, the table of an SQLite file, the list of a JSON file or the file of a ZIP archive that has several; \`upload-table\` has their names in \`choices\`.
- \`folderId\`: where it is put; at the top of the workspace when absent.
- \`id\`: to try an upload again without making two datasets.
- \`badRows\`: \`ask\` (when absent), \`leave-out\` (rows that do not fit the others are kept apart) or \`as-text\` (every row is kept, and a column with a value that does not fit is text). To \`ask\`, nothing is kept: \`upload-bad-rows\` names the first such row and has the other values in \`choices\`; the line \`bad-rows\` shows the first twenty.
- \`encoding\`: of a CSV or TSV file (\`windows-1251\`, \`gb18030\`, …); found from its bytes when absent.
- \`hasHeader\`: whether the first row of a CSV, TSV or XLSX file names its columns; found from its rows when absent.
- \`readAs\`: what some columns are, as \`[{"column": "amount", "as": {"kind": "number", "decimal": ","}}]\` (percent-encoded), with \`as\` like that of \`/read-as\`; the others are found from their values. Not for Parquet, which says what its columns are.

A file that cannot be read is kept not even in part; the error names the row.`,
      tokenScope: 'content:write',
      status: 201,
      success: 'The dataset.',
      takesFile: true,
      otherAnswers: [
        {
          status: 200,
          type: 'application/x-ndjson',
          schema: uploadLineSchema,
          description: 'With `Accept: application/x-ndjson`: how far the import is, and at last what came of it.',
        },
      ],
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
        'folder-forbidden',
        'disk-full',
      ],
      example: `curl -s --data-binary @orders.csv 'http://127.0.0.1:3000/api/datasets?fileName=orders.csv'`,
    },
    async ({ request, query, actor, services }) => {
      const { id, fileName, name, table, badRows, encoding, hasHeader, readAs } = query
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
            ...readAsGiven(readAs),
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
      ...filesInPlaceEndpoint,
      summary: 'The files of the folders that this server reads in place.',
      description: 'Those of `TIDEMARK_FOLDERS`, by path; none in team mode.',
      example: `curl -s http://127.0.0.1:3000/api/folders`,
    },
    async ({ actor, services }) => {
      requirePermission(actor, { do: 'upload-data' })
      return answerJson({ files: await services.foldersInPlace.list() })
    },
  ),

  route(
    {
      ...addInPlaceEndpoint,
      summary: 'Makes a file that is read in place a dataset.',
      description: 'Its rows are read again when the file changes.',
      status: 201,
      success: 'The dataset.',
      otherAnswers: [
        { status: 200, schema: datasetSchema, description: 'The dataset that there is of that file and table.' },
      ],
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

/** Readings that come with a file name columns that it must have. */
function readAsGiven(readAs: readonly ColumnReadAs[] | undefined) {
  return readAs === undefined ? {} : { readAs, isReadAsStrict: true }
}

/** Answers a request to read a file again: with the dataset, or with the columns that would change. */
function answerReadAgain(outcome: ReplaceOutcome): Response {
  const answer = outcome.kind === 'differs' ? outcome : { kind: 'done', dataset: mustBeDone(outcome) }
  return answerJson(answer)
}

/** Returns the dataset id in a route's path. Fails with `not-found` if it is malformed. */
function datasetIdOf({ id }: Readonly<Record<string, string>>): DatasetId {
  const parsed = datasetIdSchema.safeParse(id)
  if (!parsed.success) throw new TidemarkError('not-found')
  return parsed.data
}
