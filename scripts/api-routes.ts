import {
  changeConnectionSchema,
  connectionTestSchema,
  createConnectionSchema,
  testConnectionSchema,
  uploadedDatabaseSchema,
} from '@tidemark/shared/connections/connection-request'
import { addInPlaceSchema, filesInPlaceSchema } from '@tidemark/shared/datasets/file-in-place'
import { databaseSchemaSchema } from '@tidemark/shared/connections/database-schema'
import { datasetSchema, earlierFileDays } from '@tidemark/shared/datasets/dataset'
import { earlierFileRequestSchema } from '@tidemark/shared/datasets/earlier-file-request'
import { chooseEncodingSchema, chooseHeaderSchema, findTypesSchema } from '@tidemark/shared/datasets/read-again'
import type { ErrorCode } from '@tidemark/shared/errors/catalogue'
import { historyPageSchema } from '@tidemark/shared/history/history-page'
import { dashboardPresenceSchema, presenceBeatSchema } from '@tidemark/shared/presence/presence'
import { exportRequestSchema, exportStateSchema } from '@tidemark/shared/query/export-request'
import { runQueryRequestSchema, runResultSchema } from '@tidemark/shared/query/run-query'
import { dataChangeSchema } from '@tidemark/shared/data-versions/data-version'
import { pullRequestSchema, pushRequestSchema } from '@tidemark/shared/sync/protocol'
import type { MutatorName } from '@tidemark/shared/sync/mutators'
import type { TokenScope } from '@tidemark/shared/access/grants'
import type * as z from 'zod/mini'
import { teamApiRoutes } from './team-api-routes'

export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** As Next names it: `[name]` is a parameter. */
  readonly path: string
  readonly summary: string
  /** What an API token must be made for; no token is let in when it is absent. */
  readonly tokenScope?: TokenScope
  readonly body?: z.ZodMiniType
  readonly answer: string
  readonly answerSchema?: z.ZodMiniType
  /** Besides those that every route may answer. */
  readonly errors: readonly ErrorCode[]
  readonly example: string
}

const origin = 'http://127.0.0.1:3000'
const json = `-H 'content-type: application/json'`

const connectionErrors: readonly ErrorCode[] = [
  'forbidden',
  'connection-not-allowed',
  'connection-host',
  'connection-port',
  'connection-tls',
  'connection-user',
  'connection-database',
  'connection-busy',
  'connection-failed',
  'connection-password',
]

export const apiRoutes: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/api/health',
    summary: 'Whether the process, its store and its engine work.',
    answer: '`{status, version, store, engine}`; 200, or 503 when one of them does not work.',
    errors: [],
    example: `curl -s ${origin}/api/health`,
  },
  {
    method: 'GET',
    path: '/api/ready',
    summary: 'For load balancers.',
    answer: '`{ready}`; 200 when requests can be taken, else 503.',
    errors: [],
    example: `curl -s ${origin}/api/ready`,
  },
  {
    method: 'GET',
    path: '/api/metrics',
    summary:
      'Counts and gauges of the process, for Prometheus. With `TIDEMARK_METRICS_TOKEN` as bearer token where it is set, else from this machine alone and not through a proxy.',
    answer: 'The text format of Prometheus: requests by route and status, their durations, errors by code, memory.',
    errors: ['metrics-refused'],
    example: `curl -s ${origin}/api/metrics`,
  },
  {
    method: 'POST',
    path: '/api/chart/run-query',
    tokenScope: 'query:run',
    summary:
      'Runs saved charts and queries, several in one request. Of a question of the builder, `filters` count before it groups and limits. Of SQL they narrow the result: a LIMIT at its end comes before them, and `filtersAfterLimit` says so; what must come before that LIMIT is a parameter.',
    body: runQueryRequestSchema,
    answer:
      'NDJSON (`application/x-ndjson`): one line per item as it finishes, with `item`, its index in the request. With `Accept: application/json` and one item: that result alone as JSON, with the status of its error. Closing the request stops what still runs. With `"progress": true` lines `{item, status: "queued", place}` stand between the results: the item waits as the `place`th in line. A failed item has `error` and, for SQL, its `position`.',
    answerSchema: runResultSchema,
    errors: [
      'not-acceptable',
      'forbidden',
      'not-found',
      'connection-not-found',
      'query-refused',
      'query-syntax',
      'query-unknown-name',
      'dataset-in-trash',
      'dataset-unreadable',
      'query-old-database',
      'query-type',
      'query-parameter',
      'query-failed',
      'query-timed-out',
      'query-cancelled',
      'query-out-of-memory',
      'query-disk-full',
      'result-not-cached',
      'engine-unavailable',
      'queue-full',
    ],
    example: `curl -s ${origin}/api/chart/run-query ${json} -H 'accept: application/json' \\
  -d '{"runId": "r1", "items": [{"query": {"kind": "sql", "connectionId": "local", "sql": "select 42 as answer"}}]}'`,
  },
  {
    method: 'DELETE',
    path: '/api/chart/run-query/[runId]',
    tokenScope: 'query:run',
    summary: 'Stops a run of yours, or with `?items=0,2` those items of it.',
    answer: '204, also when there is no such run.',
    errors: [],
    example: `curl -s -X DELETE ${origin}/api/chart/run-query/r1`,
  },
  {
    method: 'POST',
    path: '/api/exports',
    tokenScope: 'query:run',
    summary:
      'The whole result of a chart or a query as a file: CSV, NDJSON, Parquet or XLSX. `maxRows`, `maxPoints` and `cache` of the item have no effect. CSV is for spreadsheets: it begins with the mark of UTF-8, and text that begins like a formula has an apostrophe in front; with `formulas: "keep"`, which is for programs, it has neither. In XLSX percentages and amounts are shown with their sign, times with a zone are what clocks showed in the time zone of the item, and what a sheet cannot hold as it is is said in `notes` of the export’s state.',
    body: exportRequestSchema,
    answer:
      'The file, sent as it is read, under `Content-Disposition: attachment`. What fails before its first byte is answered as an error; what fails later breaks the answer off, and the state of the export says why.',
    errors: [
      'forbidden',
      'not-found',
      'connection-not-found',
      'query-refused',
      'query-syntax',
      'query-unknown-name',
      'query-old-database',
      'query-type',
      'query-parameter',
      'query-failed',
      'query-timed-out',
      'query-cancelled',
      'query-out-of-memory',
      'query-disk-full',
      'export-too-large',
      'engine-unavailable',
      'queue-full',
    ],
    example: `curl -sOJ ${origin}/api/exports ${json} \\
  -d '{"exportId": "e1", "format": "csv", "item": {"query": {"kind": "sql", "connectionId": "local", "sql": "select 42 as answer"}}}'`,
  },
  {
    method: 'GET',
    path: '/api/exports/[id]',
    tokenScope: 'query:run',
    summary: 'How far an export of yours is, until a minute after its end.',
    answer: 'Its state.',
    answerSchema: exportStateSchema,
    errors: ['not-found'],
    example: `curl -s ${origin}/api/exports/e1`,
  },
  {
    method: 'DELETE',
    path: '/api/exports/[id]',
    tokenScope: 'query:run',
    summary: 'Stops an export of yours.',
    answer: '204, also when there is no such export.',
    errors: [],
    example: `curl -s -X DELETE ${origin}/api/exports/e1`,
  },
  {
    method: 'GET',
    path: '/api/datasets',
    tokenScope: 'data:read',
    summary: 'The datasets in use, by name.',
    answer: '`{datasets}`, each as under `GET /api/datasets/{id}`.',
    errors: [],
    example: `curl -s ${origin}/api/datasets`,
  },
  {
    method: 'POST',
    path: '/api/datasets',
    tokenScope: 'content:write',
    summary:
      'Reads a file into the workspace; the body is the file as it is (CSV, TSV, XLSX, Parquet, JSON, NDJSON or SQLite, each also compressed with gzip or in a ZIP archive). Query: `fileName` (its ending says the format), optionally `name`, `table` (the sheet of a workbook, the table of an SQLite file, the list of a JSON file or the file of a ZIP archive that has several), `id` to try an upload again without making two datasets, and `badRows`: `ask` (when absent), `leave-out` (rows that do not fit the others are kept apart) or `as-text` (every row is kept, and a column with a value that does not fit is text). `encoding` says what a CSV or TSV file is in (`windows-1251`, `gb18030`, …), which is found from its bytes when absent. `hasHeader` (`true` or `false`) says whether the first row of a CSV, TSV or XLSX file names its columns, which is found from its rows when absent.',
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
    example: `curl -s --data-binary @orders.csv '${origin}/api/datasets?fileName=orders.csv'`,
  },
  {
    method: 'POST',
    path: '/api/datasets/[id]/versions',
    tokenScope: 'content:write',
    summary:
      'Replaces the rows of a dataset by those of a newer file; the body is the file as it is. Its name and the table’s stay, so charts go on. Columns keep the types they had where the values fit. Query: `fileName`, optionally `table`, `accept`, and `badRows`, `encoding` and `hasHeader` as when it was made; what is chosen also holds for later files, an encoding where it fits.',
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
    example: `curl -s --data-binary @orders.csv '${origin}/api/datasets/orders1/versions?fileName=orders.csv'`,
  },
  {
    method: 'GET',
    path: '/api/datasets/[id]/encodings',
    tokenScope: 'content:write',
    summary:
      'Some lines of the CSV or TSV file of a dataset, in each encoding it may be in, the likeliest first. There are none of a file of ASCII alone.',
    answer: '`{versionId, previews: [{encoding, lines, unreadableCount}]}`, where `unreadableCount` counts the U+FFFD.',
    errors: ['not-found', 'forbidden'],
    example: `curl -s ${origin}/api/datasets/orders1/encodings`,
  },
  {
    method: 'POST',
    path: '/api/datasets/[id]/encodings',
    tokenScope: 'content:write',
    summary:
      'Reads the CSV or TSV file of a dataset again in another encoding, which then also holds for newer files that it fits. `versionId` is that of the file that is meant.',
    body: chooseEncodingSchema,
    answer:
      '`{kind: "done", dataset}`, or where the columns would be others, and nothing was changed, `{kind: "differs", differences, accept}`: the same request with `accept` takes them.',
    errors: ['invalid-request', 'not-found', 'changed-since', 'upload-unreadable', 'forbidden', 'disk-full'],
    example: `curl -s ${origin}/api/datasets/orders1/encodings -H 'content-type: application/json' -d '{"versionId": "V1StGXR8_Z5jdHi6B-myT", "encoding": "windows-1251"}'`,
  },
  {
    method: 'POST',
    path: '/api/datasets/[id]/header',
    tokenScope: 'content:write',
    summary:
      'Reads the CSV, TSV or XLSX file of a dataset again, with its first row as the names of the columns (`hasHeader`) or as values, which then also holds for newer files. `versionId` is that of the file that is meant.',
    body: chooseHeaderSchema,
    answer: 'As that of `POST /api/datasets/{id}/encodings`.',
    errors: ['invalid-request', 'not-found', 'changed-since', 'upload-unreadable', 'forbidden', 'disk-full'],
    example: `curl -s ${origin}/api/datasets/orders1/header -H 'content-type: application/json' -d '{"versionId": "V1StGXR8_Z5jdHi6B-myT", "hasHeader": false}'`,
  },
  {
    method: 'POST',
    path: '/api/datasets/[id]/types',
    tokenScope: 'content:write',
    summary:
      'Reads the file of a dataset again and finds the types of some `columns`, by name, from their values alone. Of a file that took the place of another, columns keep the types they had while the values fit; `foundType` of a column is what a text could be. `versionId` is that of the file that is meant.',
    body: findTypesSchema,
    answer: 'As that of `POST /api/datasets/{id}/encodings`.',
    errors: ['invalid-request', 'not-found', 'changed-since', 'upload-unreadable', 'forbidden', 'disk-full'],
    example: `curl -s ${origin}/api/datasets/orders1/types -H 'content-type: application/json' -d '{"versionId": "V1StGXR8_Z5jdHi6B-myT", "columns": ["amount"]}'`,
  },
  {
    method: 'POST',
    path: '/api/datasets/[id]/earlier',
    tokenScope: 'content:write',
    summary: `Puts the earlier file of a dataset back in the place of the present one, which is the earlier one from then on. There is one, under \`earlier\` of the dataset, for ${earlierFileDays} days after its rows were replaced, or until they are replaced again.`,
    body: earlierFileRequestSchema,
    answer: 'The dataset. Its columns are those of the earlier file.',
    errors: ['invalid-request', 'not-found', 'changed-since', 'forbidden'],
    example: `curl -s ${origin}/api/datasets/orders1/earlier -H 'content-type: application/json' -d '{"versionId": "V1StGXR8_Z5jdHi6B-myT"}'`,
  },
  {
    method: 'DELETE',
    path: '/api/datasets/[id]/earlier',
    tokenScope: 'content:write',
    summary:
      'Deletes the earlier file of a dataset for good; its rows leave the disk a quarter of an hour later. Query: `versionId` of that file.',
    answer: 'The dataset.',
    errors: ['invalid-request', 'not-found', 'changed-since', 'forbidden'],
    example: `curl -s -X DELETE '${origin}/api/datasets/orders1/earlier?versionId=V1StGXR8_Z5jdHi6B-myT'`,
  },
  {
    method: 'GET',
    path: '/api/datasets/[id]',
    tokenScope: 'data:read',
    summary: 'One dataset: its columns, types, null counts, sample values and what the import noted.',
    answer: 'The dataset.',
    answerSchema: datasetSchema,
    errors: ['not-found'],
    example: `curl -s ${origin}/api/datasets/sample-bird-strikes`,
  },
  {
    method: 'GET',
    path: '/api/datasets/[id]/left-out',
    tokenScope: 'content:write',
    summary: 'The rows that were left out when the file of a dataset was read (`badRows=leave-out`).',
    answer: 'CSV with the columns row, line, reason and text.',
    errors: ['not-found', 'forbidden'],
    example: `curl -s ${origin}/api/datasets/orders1/left-out`,
  },
  {
    method: 'GET',
    path: '/api/connections',
    tokenScope: 'data:read',
    summary: 'The connections in use, by name.',
    answer: '`{connections}`; never their passwords.',
    errors: [],
    example: `curl -s ${origin}/api/connections`,
  },
  {
    method: 'POST',
    path: '/api/connections/test',
    summary: 'Whether a database can be reached with these settings; nothing is kept.',
    body: testConnectionSchema,
    answer: '200 when it can; the error says what is wrong with which setting.',
    answerSchema: connectionTestSchema,
    errors: connectionErrors,
    example: `curl -s ${origin}/api/connections/test ${json} -d @connection.json`,
  },
  {
    method: 'POST',
    path: '/api/connections',
    summary: 'Connects a database: tests the settings, then keeps them and the password, sealed.',
    body: createConnectionSchema,
    answer: '201 with the connection.',
    errors: connectionErrors,
    example: `curl -s ${origin}/api/connections ${json} -d @connection.json`,
  },
  {
    method: 'POST',
    path: '/api/connections/files',
    summary:
      'Keeps an SQLite file for a connection that is made next. The body is the file; the query names it: `fileName`. One that no connection names after a day goes with the next start.',
    answer: '201 with what the connection’s `file` is to be.',
    answerSchema: uploadedDatabaseSchema,
    errors: ['connection-file', 'upload-empty', 'upload-too-large', 'disk-full'],
    example: `curl -s '${origin}/api/connections/files?fileName=shop.sqlite' --data-binary @shop.sqlite -H 'content-type: application/octet-stream'`,
  },
  {
    method: 'GET',
    path: '/api/folders',
    summary: 'The files of the folders that this server reads in place (`TIDEMARK_FOLDERS`); none in team mode.',
    answer: 'The files, by path.',
    answerSchema: filesInPlaceSchema,
    errors: [],
    example: `curl -s ${origin}/api/folders`,
  },
  {
    method: 'POST',
    path: '/api/folders',
    summary: 'Makes one of these files a dataset, whose rows are read again when the file changes.',
    body: addInPlaceSchema,
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
    example: `curl -s ${origin}/api/folders ${json} -d '{"path": "/srv/data/orders.csv"}'`,
  },
  {
    method: 'PATCH',
    path: '/api/connections/[id]',
    summary:
      'Changes the settings of a connection after testing them. Without `password` the kept one stays, where it may.',
    body: changeConnectionSchema,
    answer: 'The connection.',
    errors: ['connection-not-found', ...connectionErrors],
    example: `curl -s -X PATCH ${origin}/api/connections/shop ${json} -d @connection.json`,
  },
  {
    method: 'GET',
    path: '/api/connections/[id]/schema',
    tokenScope: 'data:read',
    summary:
      'The tables of a connection: columns, types, keys and estimates of rows, as read within the last ten minutes; `?fresh=1` reads them again.',
    answer: 'The schema.',
    answerSchema: databaseSchemaSchema,
    errors: ['connection-not-found', ...connectionErrors],
    example: `curl -s ${origin}/api/connections/local/schema`,
  },
  {
    method: 'POST',
    path: '/api/replicache/push',
    tokenScope: 'content:write',
    summary: 'Takes mutations in order; each is checked, applied and remembered on its own.',
    body: pushRequestSchema,
    answer:
      '`{}`, or `{error: "ClientStateNotFound"}` or `{error: "VersionNotSupported"}`, which the client acts on. A refused mutation is no error of the request: it becomes an entry `mutation-error/<clientID>/<id>` of the next pull.',
    errors: ['foreign-client-group', 'store-failed', 'disk-full'],
    example: `curl -s ${origin}/api/replicache/push ${json} -d '{"pushVersion": 1, "clientGroupID": "script", "profileID": "",
  "schemaVersion": "1", "mutations": [{"id": 1, "clientID": "script-1", "timestamp": 0, "name": "createFolder",
  "args": {"id": "growth", "parentId": null, "name": "Growth", "order": "a0", "at": 0, "actionId": "1"}}]}'`,
  },
  {
    method: 'POST',
    path: '/api/replicache/pull',
    tokenScope: 'content:read',
    summary: 'What changed since a cookie; everything for `null`.',
    body: pullRequestSchema,
    answer: '`{cookie, lastMutationIDChanges, patch}`, or what the client must act on, as for push.',
    errors: ['foreign-client-group', 'store-failed'],
    example: `curl -s ${origin}/api/replicache/pull ${json} -d '{"pullVersion": 1, "clientGroupID": "script", "profileID": "",
  "schemaVersion": "1", "cookie": null}'`,
  },
  {
    method: 'GET',
    path: '/api/replicache/poke',
    tokenScope: 'content:read',
    summary:
      'A stream of hints (server-sent events) that something changed in one of the person’s workspaces, those they join meanwhile included; a token’s is about its own workspace. Losing one is harmless. Naming a workspace (header or `?workspace=`) limits it to that one. With `?org=…&clientGroupID=…` changes of that workspace come as the answer to the pull the client group would make next.',
    answer:
      'Events with `{org, version}`, first of how each workspace stands; `event: pull` with `{org, clientGroupID, role, base, answer}` in its place where a client group is named, for its clients whose cookie is `base`; `event: presence` with `{org, dashboardId, userIds}`; `event: heartbeat` every 15 s.',
    errors: ['invalid-request', 'too-many-requests'],
    example: `curl -sN ${origin}/api/replicache/poke`,
  },
  {
    method: 'POST',
    path: '/api/replicache/poke',
    tokenScope: 'data:notify',
    summary:
      'Says that data changed where Tidemark cannot see it: results from before count no more, and open pages ask again. At most once a second per source; what comes faster is done together.',
    body: dataChangeSchema,
    answer: '202 without a body.',
    errors: ['forbidden', 'connection-not-found', 'not-found', 'store-failed'],
    example: `curl -s ${origin}/api/replicache/poke ${json} -d '{"datasetId": "sample-weather"}'`,
  },
  {
    method: 'POST',
    path: '/api/presence',
    summary:
      'Somebody looks at a dashboard: sent every 20 s as long as they do, and once with `isLeaving` when they go. After 45 s without it they count as gone.',
    body: presenceBeatSchema,
    answer: 'Who looks at it now. The poke stream tells of changes: `event: presence` with the same and the workspace.',
    answerSchema: dashboardPresenceSchema,
    errors: ['not-found'],
    example: `curl -s ${origin}/api/presence ${json} -d '{"dashboardId": "sample-dashboard"}'`,
  },
  {
    method: 'GET',
    path: '/api/history/[kind]/[id]',
    tokenScope: 'content:read',
    summary:
      'What happened to a chart or a dashboard (`kind`), its tabs and tiles included, newest first. `?before=` with the `next` of an answer goes on.',
    answer:
      'One page, 200. A revision’s `value` is the entry after it, null where it was deleted; `earlier` holds by key what stood there before the oldest one.',
    answerSchema: historyPageSchema,
    errors: ['not-found'],
    example: `curl -s ${origin}/api/history/dashboard/sample-dashboard`,
  },
  ...teamApiRoutes,
]

/** What each mutator refuses, besides `invalid-mutation` for arguments that do not fit and `forbidden`. */
export const mutatorErrors: Readonly<Record<MutatorName, readonly ErrorCode[]>> = {
  updateWorkspace: ['not-found'],
  updateConnection: ['not-found'],
  grantConnection: ['not-found', 'changed-since'],
  revokeConnection: ['not-found'],
  createFolder: ['already-exists', 'not-found', 'folder-forbidden'],
  updateFolder: ['not-found', 'folder-forbidden'],
  keepFolder: ['not-found', 'folder-forbidden'],
  openFolder: ['not-found', 'folder-forbidden'],
  grantFolder: ['not-found', 'folder-forbidden', 'changed-since'],
  revokeFolder: ['not-found', 'folder-forbidden', 'changed-since'],
  setFolderAccess: ['not-found', 'folder-forbidden'],
  updateDataset: ['not-found'],
  createChart: ['already-exists', 'not-found', 'folder-forbidden'],
  updateChart: ['not-found', 'folder-forbidden'],
  updateQuestion: ['not-found', 'folder-forbidden', 'changed-since'],
  updateSqlQuery: ['not-found', 'folder-forbidden', 'changed-since'],
  createDashboard: ['already-exists', 'not-found', 'folder-forbidden'],
  updateDashboard: ['not-found', 'folder-forbidden'],
  createTab: ['already-exists', 'not-found', 'folder-forbidden'],
  updateTab: ['not-found', 'folder-forbidden'],
  deleteTab: ['not-found', 'folder-forbidden'],
  createTile: ['already-exists', 'not-found', 'folder-forbidden'],
  updateTile: ['not-found', 'folder-forbidden'],
  deleteTile: ['not-found', 'folder-forbidden'],
  createFilter: ['already-exists', 'not-found', 'folder-forbidden'],
  updateFilter: ['not-found', 'folder-forbidden'],
  deleteFilter: ['not-found', 'folder-forbidden'],
  createFlag: ['already-exists'],
  updateFlag: ['not-found'],
  restoreEntries: ['changed-since', 'not-found', 'folder-forbidden'],
  discardMutationError: ['not-found'],
  discardMutationErrors: [],
  dismissOverwrittenText: [],
}
