/** The extensions that a file picker offers; the content decides in the end. */
export const acceptedFiles =
  '.csv,.tsv,.tab,.txt,.dat,.psv,.parquet,.pq,.json,.geojson,.ndjson,.jsonl,.xlsx,.xlsm,.xls,.sqlite,.sqlite3,.db,.gz,.zip'

/** The noun for the tables of a file. */
export function tablesNoun(fileName: string): string {
  if (/\.xls[xm]$/i.test(fileName)) return 'sheets'
  return /\.zip$/i.test(fileName) ? 'files' : 'tables'
}
