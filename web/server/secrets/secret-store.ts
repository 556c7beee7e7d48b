/**
 * The passwords of connections, apart from everything that is synced. They are sealed where they lie; nothing here is
 * ever logged or sent to a client.
 */
export interface SecretStore {
  /** Undefined when none is kept, or the kept one cannot be opened with this server's keys. */
  get(connectionId: string): Promise<string | undefined>
  /** Durable when it resolves; replaces the one before. */
  set(connectionId: string, password: string): Promise<void>
  delete(connectionId: string): Promise<void>
}
