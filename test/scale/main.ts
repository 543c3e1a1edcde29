import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [part, roundTripMs = '60'] = process.argv.slice(2)

/**
 * `npm run scale` writes the tables of docs/scale.md again. Before, `npm run scale -- bytes` measures bytes in Postgres, and
 * `npm run scale -- workers 60` one to eight workers at 60 ms from Postgres.
 */
if (part === 'bytes' || part === 'workers') {
  const { measure } = await import('./run/measure.js')
  await measure(part, Number(roundTripMs))
}
const { withTables } = await import('./tables.js')
const page = fileURLToPath(new URL('../../docs/scale.md', import.meta.url))
writeFileSync(page, withTables(readFileSync(page, 'utf8')))
console.log(`written: ${page}`)
