export interface CatalogueEntry {
  readonly status: number
  readonly reportable: boolean
  readonly message: string
}

/**
 * The errors that a page makes too, whose sentences it therefore has. Those of the others come with what the server answers: two
 * kilobytes that nobody waits for before a page is drawn.
 */
export const pageCatalogue = {
  internal: { status: 500, reportable: true, message: 'Something went wrong on our side. Nothing you made was lost.' },
  forbidden: { status: 403, reportable: false, message: 'Your role does not allow this.' },
  'folder-forbidden': { status: 403, reportable: false, message: 'You may not change what this folder holds.' },
  'not-found': { status: 404, reportable: false, message: 'It does not exist, or it was deleted.' },
  'already-exists': { status: 409, reportable: false, message: 'There is already one with this id.' },
  'unknown-mutation': { status: 400, reportable: false, message: 'This server does not know that kind of change.' },
  'invalid-mutation': { status: 400, reportable: false, message: 'The change does not have the expected form.' },
  'changed-since': { status: 409, reportable: false, message: 'It was changed since, so this step was left alone.' },
  'query-failed': { status: 400, reportable: false, message: 'The query failed.' },
  'query-parameter': { status: 400, reportable: false, message: 'A parameter is missing or has the wrong type.' },
  'query-timed-out': { status: 504, reportable: false, message: 'The query took longer than it may.' },
  'engine-unavailable': {
    status: 503,
    reportable: true,
    message: 'The query engine stopped. It is being started again.',
  },
  'upload-too-large': { status: 413, reportable: false, message: 'The file is larger than this server accepts.' },
} as const satisfies Record<string, CatalogueEntry>
