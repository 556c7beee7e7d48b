import { Client } from 'pg'

/** Counts this process's statements to PostgreSQL, except those that begin or end transactions. */
export class StatementCount {
  asked = 0

  constructor() {
    const note = (statement: unknown) => {
      const text = typeof statement === 'object' && statement !== null ? Reflect.get(statement, 'text') : statement
      if (!/^\s*(BEGIN|COMMIT|ROLLBACK)/i.test(String(text))) this.asked += 1
    }
    // Every statement of every connection goes through this method of the driver.
    const query: unknown = Reflect.get(Client.prototype, 'query')
    if (typeof query !== 'function') throw new Error('the driver has no query')
    Reflect.set(Client.prototype, 'query', function counted(this: unknown, ...given: unknown[]): unknown {
      note(given[0])
      return Reflect.apply(query, this, given)
    })
  }
}
