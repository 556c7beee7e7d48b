/** A new chart as its builder makes it. @param {string} id */
export function newChart(id) {
  const query = { kind: 'sql', connectionId: 'workspace', sql: 'select 1', parameters: [] }
  return { id, folderId: null, name: 'Sales', description: '', query, visual, order: 'a0' }
}

/** As a new chart is drawn. */
const visual = {
  type: 'table',
  x: null,
  y: [],
  color: null,
  size: null,
  stack: 'none',
  secondAxis: [],
  lines: [],
  missing: 'gap',
  sort: 'auto',
  bins: null,
  goodDirection: 'up',
  xTitle: '',
  yTitle: '',
  format: { style: 'auto', decimals: null, currency: null, unit: '' },
  timeZone: null,
}
