/** What a file picker offers; the content decides in the end. */
export const acceptedFiles =
  '.csv,.tsv,.tab,.txt,.parquet,.pq,.json,.geojson,.ndjson,.jsonl,.xlsx,.xlsm,.sqlite,.sqlite3,.db'
