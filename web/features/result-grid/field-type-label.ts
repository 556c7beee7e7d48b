import type { FieldType } from '@tidemark/shared/query/field'

const labels: Readonly<Record<FieldType, string>> = {
  integer: 'Integer',
  bigint: 'Large integer',
  number: 'Number',
  decimal: 'Decimal',
  boolean: 'True or false',
  date: 'Date',
  timestamp: 'Date and time',
  timestamptz: 'Date and time with zone',
  time: 'Time of day',
  interval: 'Duration',
  text: 'Text',
  json: 'JSON',
  binary: 'Binary',
}

/** Returns a column's type in plain words. */
export function fieldTypeLabel(type: FieldType): string {
  return labels[type]
}
