/** `isPooled`: a pooler in transaction mode is in front of Postgres. `connections`: the most that a pool may open. */
export type DbUrl = { url: string; isPooled: boolean; connections: number }

/**
 * Takes Posthorn's own parameters out of a database's URL. Their names are those of Prisma: `pgbouncer=true`, and
 * `connection_limit=3`. Gives `sslmode` and `sslrootcert` the meaning that they have in libpq: by default, node-postgres reads
 * `require` as `verify-full`, and `system` as the name of a file. See docs/configuration.md.
 */
export function readDbUrl(text: string): DbUrl {
  const url = new URL(text)
  const { searchParams: given } = url
  const [isPooled, limit] = [given.get('pgbouncer') === 'true', given.get('connection_limit')]
  for (const name of ['pgbouncer', 'connection_limit']) given.delete(name)
  if (given.get('sslrootcert') === 'system') given.delete('sslrootcert')
  if (given.has('sslmode')) given.set('uselibpqcompat', 'true')
  const connections = limit === null ? Number.POSITIVE_INFINITY : Math.max(1, Number.parseInt(limit, 10) || 1)
  return { url: url.href, isPooled, connections }
}
