/**
 * The passwords of connections, apart from everything that is synced. They are sealed where they lie; nothing here is
 * ever logged or sent to a client. Ids of connections are chosen by those who make them, so each workspace has its own.
 */
export interface SecretStore {
  /** Undefined when none is kept, or the kept one cannot be opened with this server's keys. */
  get(orgId: string, connectionId: string): Promise<string | undefined>
  /** Durable when it resolves; replaces the one before. */
  set(orgId: string, connectionId: string, password: string): Promise<void>
  delete(orgId: string, connectionId: string): Promise<void>
  /** How many are kept that were sealed with keys which this server does not have: each names its key, and tells nothing of it. */
  countLocked(): Promise<number>
}
