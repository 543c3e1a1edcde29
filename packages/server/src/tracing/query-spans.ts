import { AsyncLocalStorage } from 'node:async_hooks'
import type { TracedSpan, Tracing } from './tracing.js'

/** Longer than the statement that records a batch. */
const maxSqlLength = 8192
/** Quoted values. Posthorn passes what comes from outside as parameters, which are no part of a statement. */
const quoted = /'(?:[^']|'')*'/g

/** Makes spans of queries, with the statement but never its parameters. */
export function querySpans(begin: Tracing['begin']): Pick<Tracing, 'within' | 'beginQuery'> {
  const around = new AsyncLocalStorage<TracedSpan>()
  return {
    within: (span, work) => around.run(span, work),
    beginQuery: sql => {
      const parent = around.getStore()?.traceparent
      if (parent === undefined) return undefined
      const [operation = 'SQL'] = /[a-z]+/i.exec(sql) ?? []
      const span = begin(operation.toUpperCase(), { kind: 'client', parent })
      const text = sql.slice(0, maxSqlLength).replace(quoted, "'?'")
      const facts = { 'db.system.name': 'postgresql', 'db.query.text': text }
      return failed => span.end(facts, { failed })
    },
  }
}
