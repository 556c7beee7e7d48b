/** What a file picker offers; the content decides in the end. */
export const acceptedFiles =
  '.csv,.tsv,.tab,.txt,.dat,.psv,.parquet,.pq,.json,.geojson,.ndjson,.jsonl,.xlsx,.xlsm,.xls,.sqlite,.sqlite3,.db,.gz,.zip'
