import { binary, call, numberLiteral, type SqlExpression, type SqlOrder } from './sql-node'

/** Along what functions along the groups go. others: they begin anew with each value of these. */
export interface GroupWindow {
  readonly order: readonly SqlOrder[]
  readonly others: readonly SqlExpression[]
  /** These part the rows that count as all. */
  readonly within: readonly SqlExpression[]
}

export type AlongGroups = 'lag' | 'percent_change' | 'moving_average' | 'running_total' | 'rank' | 'share'

/** The value of a function along the groups. count: how many groups it looks back. */
export function alongGroups(name: AlongGroups, of: SqlExpression, count: number, window: GroupWindow): SqlExpression {
  const partition = [...window.within, ...window.others]
  const over = (inner: SqlExpression, frame: { readonly from: number | null; readonly to: number }): SqlExpression => ({
    kind: 'over',
    of: inner,
    partition,
    order: window.order,
    isRunning: false,
    frame,
  })
  // Of one row: not every database has LAG, nor gives nothing where there is no such row.
  const before = over(call('max', of), { from: count, to: count })
  switch (name) {
    case 'lag':
      return before
    case 'percent_change':
      return binary(binary(of, '-', before), '/', call('nullif', call('abs', before), zero))
    case 'moving_average':
      return over(call('avg', of), { from: count - 1, to: 0 })
    case 'running_total':
      return over(call('sum', of), { from: null, to: 0 })
    case 'rank':
      return {
        kind: 'over',
        of: call('rank'),
        partition,
        order: [{ of, direction: 'descending' }],
        isRunning: false,
      }
    case 'share': {
      const total: SqlExpression = {
        kind: 'over',
        of: call('sum', of),
        partition: window.within,
        order: [],
        isRunning: false,
      }
      return binary(of, '/', call('nullif', total, zero))
    }
  }
}

const zero = numberLiteral(0)
