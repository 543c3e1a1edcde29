import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.js'

/** From a query by an index to a search that is cut off. */
const callSeconds = [0.005, 0.025, 0.1, 0.25, 1, 5]

/**
 * Registers the duration of each call by route and status: `GET /api/v3/users/me`, `200`. Paths without a
 * route are not counted, so that nobody can create series. Logins and refusals are routes and statuses.
 *
 * @returns a function that counts all calls of a server, or of the part of it that was registered with `app`
 */
export function callCounter(metrics: Metrics): (app: FastifyInstance) => void {
  const observe = metrics.histograms(
    'posthorn_api_call_seconds',
    'Duration of calls of the API, OAuth and the console, by route and status.',
    callSeconds,
    ['route', 'status'],
  )
  return app => {
    app.addHook('onResponse', (request, reply, done) => {
      const { url } = request.routeOptions
      if (url !== undefined)
        observe(
          { route: `${request.method} ${url}`, status: String(reply.statusCode) },
          reply.elapsedTime / 1000,
        )
      done()
    })
  }
}

/** The counts of a connection pool of node-postgres. */
type Pool = { totalCount: number; idleCount: number; waitingCount: number }

/** Registers the connections of a process to Postgres. Queries that wait for one mean that the pool is too small. */
export function registerPoolMetrics(metrics: Metrics, pool: Pool): void {
  metrics.gauges(
    'posthorn_postgres_connections',
    'Connections to Postgres that are busy or idle, and queries that wait for one.',
    'state',
    () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  )
}
