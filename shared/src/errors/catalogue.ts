interface CatalogueEntry {
  readonly status: number
  readonly reportable: boolean
  readonly message: string
}

/**
 * The only list of errors: the sentence for the person, the HTTP status, and whether a developer must look
 * (reportable). Logs, the API, IPC and error reports use these codes.
 */
export const catalogue = {
  internal: { status: 500, reportable: true, message: 'Something went wrong on our side. Nothing you made was lost.' },
  forbidden: { status: 403, reportable: false, message: 'Your role does not allow this.' },
  'folder-forbidden': { status: 403, reportable: false, message: 'You may not change what is in this folder.' },
  'not-found': { status: 404, reportable: false, message: 'It does not exist, or it was deleted.' },
  'already-exists': { status: 409, reportable: false, message: 'Something with this id already exists.' },
  'unknown-mutation': { status: 400, reportable: false, message: 'This server does not support that kind of change.' },
  'invalid-mutation': { status: 400, reportable: false, message: 'The change is not valid.' },
  'changed-since': { status: 409, reportable: false, message: 'It has changed since, so this step was skipped.' },
  'query-failed': { status: 400, reportable: false, message: 'The query failed.' },
  'query-parameter': { status: 400, reportable: false, message: 'A parameter is missing or has the wrong type.' },
  'query-timed-out': { status: 504, reportable: false, message: 'The query took too long.' },
  'engine-unavailable': {
    status: 503,
    reportable: true,
    message: 'The query engine stopped. It is restarting.',
  },
  'engine-stopped': { status: 503, reportable: false, message: 'The query engine stopped while running this.' },
  'query-stops-engine': {
    status: 422,
    reportable: false,
    message: 'This query stopped the query engine twice, so it is not run for now.',
  },
  'upload-too-large': { status: 413, reportable: false, message: 'The file is larger than this server accepts.' },

  'malformed-json': { status: 400, reportable: false, message: 'The request body is not valid JSON.' },
  'invalid-request': { status: 400, reportable: false, message: 'The request is not valid.' },
  'unknown-route': { status: 404, reportable: false, message: 'There is nothing at this address.' },
  'method-not-allowed': { status: 405, reportable: false, message: 'This address does not support that method.' },
  'not-acceptable': {
    status: 406,
    reportable: false,
    message: 'This answer is not available in the format asked for.',
  },
  'body-too-large': { status: 413, reportable: false, message: 'The request is larger than the server accepts.' },
  'text-too-large': {
    status: 413,
    reportable: false,
    message: 'The text is longer or more deeply nested than this server reads.',
  },
  'unsupported-media-type': { status: 415, reportable: false, message: 'The request body must be JSON.' },
  'foreign-host': { status: 421, reportable: false, message: 'This server does not answer under that host name.' },
  'foreign-origin': { status: 403, reportable: false, message: 'Requests from other sites are refused.' },
  'token-required': { status: 401, reportable: false, message: 'This server requires its local access token.' },
  'metrics-refused': {
    status: 403,
    reportable: false,
    message: 'Metrics can be read only on this machine or with the token.',
  },
  'not-signed-in': { status: 401, reportable: false, message: 'Sign in to continue.' },
  'sign-in-failed': { status: 401, reportable: false, message: 'The e-mail address or the password is wrong.' },
  'sign-on-failed': {
    status: 400,
    reportable: false,
    message: 'Signing in through the identity provider did not work. Try again.',
  },
  'sign-on-denied': { status: 403, reportable: false, message: 'The identity provider did not let you sign in.' },
  'sign-on-expired': {
    status: 400,
    reportable: false,
    message: 'This sign-in took too long, or was begun in another browser. Try again.',
  },
  'sign-on-unverified': {
    status: 403,
    reportable: false,
    message: 'The identity provider does not confirm that your e-mail address is yours. Ask your administrator.',
  },
  'sign-on-no-group': {
    status: 403,
    reportable: false,
    message: 'None of your groups at the identity provider may use this server. Ask your administrator.',
  },
  'sign-on-not-invited': {
    status: 403,
    reportable: false,
    message: 'Nobody has invited your address to this server. Ask your administrator.',
  },
  'sign-on-unavailable': {
    status: 503,
    reportable: false,
    message: 'The identity provider cannot be reached. Try again later.',
  },
  'password-sign-in-off': {
    status: 403,
    reportable: false,
    message: 'People sign in to this server through its identity provider, not with passwords.',
  },
  'password-wrong': { status: 400, reportable: false, message: 'The current password is wrong.' },
  'sign-up-closed': { status: 403, reportable: false, message: 'New accounts are by invitation only.' },
  'link-invalid': { status: 410, reportable: false, message: 'This link has already been used, or it has expired.' },
  'account-exists': { status: 409, reportable: false, message: 'There is already an account with this address.' },
  'workspace-required': {
    status: 400,
    reportable: false,
    message: 'The request must say which of your workspaces it is for.',
  },
  'slug-taken': { status: 409, reportable: false, message: 'Another workspace has this address.' },
  'already-member': { status: 409, reportable: false, message: 'This person is already a member.' },
  'last-owner': {
    status: 409,
    reportable: false,
    message: 'A workspace needs an owner. Make somebody else an owner first.',
  },
  'token-invalid': { status: 401, reportable: false, message: 'This API token is unknown, revoked or expired.' },
  'chart-token-invalid': {
    status: 401,
    reportable: false,
    message: 'The pass for the chart host is missing or has expired.',
  },
  'token-scope': { status: 403, reportable: false, message: 'This API token does not have the scope for that.' },
  'foreign-client-group': { status: 403, reportable: false, message: 'This client belongs to somebody else.' },
  'too-many-requests': {
    status: 429,
    reportable: false,
    message: 'Too many requests at once. Try again in a moment.',
  },
  'client-state-not-found': {
    status: 200,
    reportable: false,
    message: 'The server no longer knows this client.',
  },
  'version-not-supported': {
    status: 200,
    reportable: false,
    message: 'This page is from an older version. Reload it.',
  },

  'store-locked': { status: 503, reportable: false, message: 'Another Tidemark process is using this data folder.' },
  'store-corrupt': { status: 503, reportable: true, message: 'The store is damaged and was not opened.' },
  'store-newer': { status: 503, reportable: false, message: 'The store was written by a newer version of Tidemark.' },
  'store-older': { status: 503, reportable: false, message: 'The store has not been upgraded to this version yet.' },
  'disk-full': { status: 507, reportable: false, message: 'The disk is full. The change was not saved.' },
  'store-failed': { status: 503, reportable: true, message: 'The store could not complete the request.' },
  'import-invalid': { status: 422, reportable: false, message: 'The file cannot be imported. Nothing was changed.' },
  'import-conflict': { status: 409, reportable: false, message: 'What the file contains is already here.' },
  'backup-failed': { status: 500, reportable: false, message: 'The backup could not be made.' },
  'backup-damaged': { status: 422, reportable: false, message: 'The backup is incomplete. Nothing was restored.' },
  'restore-conflict': { status: 409, reportable: false, message: 'The data folder already contains a store.' },
  'lock-damaged': { status: 503, reportable: false, message: 'The file that locks the data folder is damaged.' },
  'installation-damaged': {
    status: 503,
    reportable: false,
    message: 'The file with the id of this installation is damaged.',
  },
  'data-folder-unusable': { status: 503, reportable: false, message: 'The data folder cannot be used.' },
  'keychain-locked': { status: 503, reportable: false, message: 'The keychain of this system is locked.' },
  'config-invalid': { status: 500, reportable: false, message: 'A setting has a value that is not allowed.' },
  'port-taken': { status: 500, reportable: false, message: 'The port is used by another program.' },
  'server-stopped': { status: 503, reportable: true, message: 'The server of the desktop app keeps stopping.' },
  'ipc-refused': { status: 403, reportable: true, message: 'The desktop app refused what the page asked for.' },

  'query-refused': {
    status: 400,
    reportable: false,
    message: 'Only a single SELECT statement over the data of this workspace can be run.',
  },
  'query-syntax': { status: 400, reportable: false, message: 'The SQL could not be read.' },
  'query-unknown-name': { status: 400, reportable: false, message: 'The SQL names something that does not exist.' },
  'dataset-in-trash': { status: 409, reportable: false, message: 'It reads a dataset that is in the trash.' },
  'dataset-unreadable': { status: 503, reportable: false, message: 'It reads a dataset whose file cannot be read.' },
  'model-unusable': { status: 409, reportable: false, message: 'It reads a model that cannot be asked.' },
  'query-old-database': { status: 400, reportable: false, message: 'The database is too old for this question.' },
  'query-type': { status: 400, reportable: false, message: 'The SQL combines values of incompatible types.' },
  'query-incomplete': { status: 400, reportable: false, message: 'The question is not complete.' },
  'query-cancelled': { status: 499, reportable: false, message: 'The query was cancelled.' },
  'query-out-of-memory': {
    status: 507,
    reportable: false,
    message: 'The query needed more memory than it is allowed.',
  },
  'query-disk-full': {
    status: 507,
    reportable: false,
    message: 'The query needed more temporary disk space than there is.',
  },
  'result-not-cached': { status: 404, reportable: false, message: 'There is no cached result for this query.' },
  'connection-not-found': { status: 404, reportable: false, message: 'This data connection does not exist.' },
  'connection-not-allowed': {
    status: 422,
    reportable: false,
    message: 'This server may not connect to that host.',
  },
  'connection-host': { status: 502, reportable: false, message: 'No server was found with that host name.' },
  'connection-port': { status: 502, reportable: false, message: 'No database answers at that host and port.' },
  'connection-tls': { status: 502, reportable: false, message: 'The encrypted connection could not be made.' },
  'connection-user': { status: 422, reportable: false, message: 'The database refused the user or the password.' },
  'connection-database': {
    status: 422,
    reportable: false,
    message: 'The server has no such database, or the user may not open it.',
  },
  'connection-file': { status: 422, reportable: false, message: 'The database file cannot be opened.' },
  'connection-busy': { status: 503, reportable: false, message: 'The database accepts no more connections right now.' },
  'connection-failed': { status: 502, reportable: false, message: 'The connection to the database failed.' },
  'connection-password': {
    status: 422,
    reportable: false,
    message: 'The password of this connection must be entered again.',
  },
  'export-too-large': { status: 413, reportable: false, message: 'The result is larger than this format can hold.' },
  'queue-full': { status: 429, reportable: false, message: 'Too many queries are waiting.' },

  'upload-empty': { status: 400, reportable: false, message: 'The file is empty.' },
  'upload-type': {
    status: 415,
    reportable: false,
    message: 'Only CSV, TSV, Excel (XLSX), Parquet, JSON, NDJSON and SQLite files can be read.',
  },
  'image-type': {
    status: 415,
    reportable: false,
    message: 'Only PNG, JPEG, WebP, GIF and SVG pictures can be shown.',
  },
  'image-too-many': { status: 409, reportable: false, message: 'This workspace holds as many pictures as it can.' },
  'image-no-room': {
    status: 507,
    reportable: false,
    message: 'This browser has no room for the picture, and the server cannot be reached.',
  },
  'image-not-uploaded': {
    status: 404,
    reportable: false,
    message: 'The picture has not been uploaded yet.',
  },
  'upload-table': { status: 422, reportable: false, message: 'The file holds several tables.' },
  'upload-differs': {
    status: 409,
    reportable: false,
    message: 'The columns of the file differ from the data it replaces.',
  },
  'upload-bad-rows': {
    status: 422,
    reportable: false,
    message: 'Some rows of the file do not fit the others. Nothing was saved.',
  },
  'upload-unreadable': { status: 422, reportable: false, message: 'The file could not be read.' },
  'upload-cancelled': { status: 499, reportable: false, message: 'The upload was cancelled.' },
  'upload-name-taken': { status: 409, reportable: false, message: 'There is already a dataset with this name.' },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof catalogue

export const errorCodes = Object.keys(catalogue) as [ErrorCode, ...ErrorCode[]]
