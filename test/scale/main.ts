import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withTables } from './tables.js'

/** Writes the tables of docs/scale.md again: `npm run scale`, after a bench was saved. */
const file = fileURLToPath(new URL('../../docs/scale.md', import.meta.url))
writeFileSync(file, withTables(readFileSync(file, 'utf8')))
console.log(`written: ${file}`)
