import { connectionSchema, type Connection } from '@tidemark/shared/connections/connection'

/** Returns the connection `shop` to a PostgreSQL database, for tests. given: fields that differ. */
export function connectionOf(given: Partial<Connection> = {}): Connection {
  return connectionSchema.parse({
    id: 'shop',
    name: 'Shop',
    kind: 'postgres',
    host: 'db.example',
    port: 5432,
    database: 'shop',
    user: 'reader',
    tls: 'off',
    caCertificate: null,
    settingsAt: 1,
    deletedAt: null,
    createdAt: 1,
    createdBy: 'ann',
    updatedAt: 1,
    updatedBy: 'ann',
    ...given,
  })
}
