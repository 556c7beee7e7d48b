let isTold = false

/**
 * Tells Replicache of writes that the browser took back. A full disk aborts a transaction when it is committed, without the
 * `error` event that Replicache 15.3.0 waits for: its write would wait for ever, and with it all that come after.
 */
export function tellAborts(): void {
  if (isTold) return
  isTold = true
  const { transaction: begin } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: Parameters<IDBDatabase['transaction']>) {
    const transaction = begin.apply(this, args)
    if (this.name.startsWith('rep:')) transaction.addEventListener('abort', (event) => transaction.onerror?.(event))
    return transaction
  }
}
