import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'

/** Called with a statement, without its parameters. What it returns is called when the statement ends. */
export type BeginQuery = (sql: string) => ((failed: boolean) => void) | undefined

type Callback = (error: Error | undefined, result: unknown) => void
type Query = (query: string | { text?: string }, ...rest: unknown[]) => unknown

/**
 * Calls `begin` for each query of a pool, in the asynchronous context of the query's caller. OpenTelemetry's instrumentation of pg
 * would need a loader that changes every module.
 */
export function watchQueries(pool: pg.Pool, begin: BeginQuery): void {
  const connect = pool.connect.bind(pool) as (callback?: () => void) => unknown
  const bound = (callback?: () => void) => connect(callback && AsyncResource.bind(callback))
  pool.connect = bound as typeof pool.connect // otherwise, a query that waited runs in the context of the one before it
  pool.on('connect', connection => {
    const query = connection.query.bind(connection) as Query
    connection.query = watched(query, begin) as typeof connection.query
  })
}

function watched(query: Query, begin: BeginQuery): Query {
  return (first, ...rest) => {
    const end = begin((typeof first === 'string' ? first : first.text) ?? '')
    if (!end) return query(first, ...rest)
    const last = rest.at(-1)
    if (typeof last === 'function') {
      const ended: Callback = (error, result) => {
        end(!!error)
        last(error, result)
      }
      return query(first, ...rest.slice(0, -1), ended)
    }
    const result = query(first, ...rest)
    if (result instanceof Promise)
      result.then(
        () => end(false),
        () => end(true),
      )
    return result
  }
}
