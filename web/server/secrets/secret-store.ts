/**
 * Stores the passwords of connections, separately from synced data. They are encrypted at rest and never logged or sent
 * to a client. Connection ids are chosen per workspace, so the workspace's id is part of the key.
 */
export interface SecretStore {
  /** Returns a password; undefined if there is none or it cannot be decrypted with this server's keys. */
  get(orgId: string, connectionId: string): Promise<string | undefined>
  /** Stores or replaces a password; durable when it resolves. */
  set(orgId: string, connectionId: string, password: string): Promise<void>
  delete(orgId: string, connectionId: string): Promise<void>
  /**
   * Counts the passwords that this server's keys cannot decrypt. Each stores the id of its key, which reveals nothing
   * about the key.
   */
  countLocked(): Promise<number>
}
