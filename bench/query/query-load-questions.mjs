const columns = {
  store: { join: null, name: 'store', type: 'integer', databaseType: 'INTEGER' },
  sold_at: { join: null, name: 'sold_at', type: 'timestamp', databaseType: 'TIMESTAMP' },
  amount: { join: null, name: 'amount', type: 'number', databaseType: 'DOUBLE' },
}
/** @param {string} fn @param {keyof typeof columns | null} [of] */
const measure = (fn, of = null) => ({
  id: `${fn}-${of}`,
  fn,
  column: of === null ? null : columns[of],
  percentile: 50,
  show: 'value',
  label: '',
})

/** @param {keyof typeof columns} of @param {string | null} [grain] */
const by = (of, grain = null) => ({ id: `by-${of}`, column: columns[of], grain, label: '' })
/**
 * Twelve tiles as builder questions, and the SQL that raw DuckDB runs instead, with the same TABLE_NAME and STORES
 * placeholders.
 */
export const questions = [
  { measures: [measure('count')], raw: 'count(*)' },
  { measures: [measure('sum', 'amount')], raw: 'sum(amount)' },
  { measures: [measure('average', 'amount')], raw: 'avg(amount)' },
  { measures: [measure('distinct', 'store')], raw: 'count(distinct store)' },
  { groups: [by('sold_at', 'month')], measures: [measure('sum', 'amount')], raw: 'sum(amount)' },
  { groups: [by('sold_at', 'week')], measures: [measure('count')], raw: 'count(*)' },
  { groups: [by('sold_at', 'day')], measures: [measure('average', 'amount')], raw: 'avg(amount)' },
  {
    groups: [by('store')],
    measures: [measure('sum', 'amount')],
    sort: [{ id: 'most', by: { kind: 'part', id: 'sum-amount' }, direction: 'descending' }],
    limit: 10,
    raw: 'sum(amount)',
  },
  { groups: [by('sold_at', 'quarter')], measures: [measure('count')], raw: 'count(*)' },
  { groups: [by('sold_at', 'year')], measures: [measure('sum', 'amount')], raw: 'sum(amount)' },
  { measures: [measure('median', 'amount')], raw: 'median(amount)' },
  { measures: [measure('max', 'amount'), measure('min', 'amount')], raw: 'max(amount), min(amount)' },
].map(({ raw, ...parts }) => {
  const group = parts.groups?.[0]
  const key =
    group === undefined ? null : group.grain === null ? 'store' : `date_trunc('${group.grain}', sold_at::date)`
  return {
    question: {
      joins: [],
      filter: { match: 'all', items: [] },
      groups: [],
      columns: [],
      sort: [],
      limit: null,
      ...parts,
    },
    rawSql:
      key === null
        ? `select ${raw} from TABLE_NAME where STORES`
        : `select ${key}, ${raw} from TABLE_NAME where STORES group by 1 order by ${parts.limit === undefined ? '1' : '2 desc limit 10'}`,
  }
})
